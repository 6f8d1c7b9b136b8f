import type { EngineName } from "../../../../schema/engine-name.ts"
import type { DeclareColumn, NeededColumn } from "../tables/managed-tables.ts"

const types: Readonly<
  Record<EngineName, Readonly<Record<NeededColumn["kind"], (column: string) => string>>>
> = {
  postgres: {
    text: (column) => `text("${column}")`,
    date: (column) => `timestamp("${column}", { mode: "date", withTimezone: true, precision: 3 })`,
    integer: (column) => `bigint("${column}", { mode: "number" })`,
    number: (column) => `doublePrecision("${column}")`,
    boolean: (column) => `boolean("${column}")`,
    json: (column) => `jsonb("${column}")`,
  },
  mysql: {
    text: (column) => `text("${column}")`,
    date: (column) => `datetime("${column}", { mode: "date", fsp: 3 })`,
    integer: (column) => `bigint("${column}", { mode: "number" })`,
    number: (column) => `double("${column}")`,
    boolean: (column) => `boolean("${column}")`,
    json: (column) => `longtext("${column}")`,
  },
  sqlite: {
    text: (column) => `text("${column}")`,
    date: (column) => `integer("${column}", { mode: "timestamp_ms" })`,
    integer: (column) => `integer("${column}")`,
    number: (column) => `real("${column}")`,
    boolean: (column) => `integer("${column}", { mode: "boolean" })`,
    json: (column) => `text("${column}", { mode: "json" })`,
  },
}

/** A column's declaration in a Drizzle schema. */
export const declareInDrizzle =
  (engine: EngineName): DeclareColumn =>
  ({ field, column, kind, type, notNull }) => {
    const size = /^varbinary\((\d+)\)/i.exec(type)?.[1]
    const declared = size ? `varbinary("${column}", { length: ${size} })` : types[engine][kind](column)
    return `${field}: ${declared}${notNull ? ".notNull()" : ""},`
  }
