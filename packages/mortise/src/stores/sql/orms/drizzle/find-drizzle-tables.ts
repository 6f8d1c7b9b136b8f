import type { ModelName } from "../../../../contract/models.ts"
import { throwInvalid } from "../../../../contract/throw-invalid.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import type { DrizzleHandle } from "../../../../sql/orms/drizzle/describe-drizzle.ts"
import {
  type Casing,
  isTable,
  readDrizzleTable,
  readExports,
  type TableParts,
} from "../../../../sql/orms/drizzle/read-drizzle-table.ts"
import { type ByModel, findByModel, mapByModel, type OrmTables } from "../tables/orm-tables.ts"
import type { DrizzleTables } from "./drizzle-types.ts"

const options = {
  user: "usersTable",
  account: "accountsTable",
  session: "sessionsTable",
  verificationToken: "verificationTokensTable",
  authenticator: "authenticatorsTable",
  slot: "slotsTable",
} as const satisfies Record<ModelName, keyof DrizzleTables>

/** The names of the options that take a table. */
export const tableOptionNames = Object.values(options)

/**
 * The tables that the options name. The others are found by their export names in the schema that Drizzle was given.
 */
export function findDrizzleTables(drizzle: DrizzleHandle, tableOptions: DrizzleTables): ByModel<TableParts> {
  const exported = Object.entries(readExports(drizzle))
  const find = (model: ModelName): TableParts | undefined => {
    const option = options[model]
    const table = tableOptions[option]
    if (table !== undefined) return checkTable(option, table)
    const names = [model, `${model}s`, option, `${model}Table`].map(foldName)
    const matches = exported.filter(
      ([name, candidate]) => names.includes(foldName(name)) && isTable(candidate),
    )
    if (new Set(matches.map(([, candidate]) => candidate)).size > 1)
      throwInvalid(
        `drizzleAdapter: the schema of Drizzle has several tables that could be ${option}, ${matches.map(([name]) => name).join(" and ")}: pass one as ${option}.`,
      )
    return matches[0]?.[1] as TableParts | undefined
  }
  const tables = findByModel(find)
  // Without a table of users, tables with these names have another purpose.
  return tables.user ? tables : {}
}

const foldName = (name: string): string => name.replaceAll("_", "").toLowerCase()

function checkTable(option: string, table: unknown): TableParts {
  if (isTable(table)) return table
  throwInvalid(`drizzleAdapter: ${option} must be a table of Drizzle, such as pgTable("user", { … }).`)
}

/** Reads the tables that Drizzle describes. */
export const readDrizzleTables = (
  engine: EngineName,
  tables: ByModel<TableParts>,
  casing?: Casing,
): OrmTables => ({
  orm: "Drizzle",
  engine,
  tables: mapByModel(tables, (table) => readDrizzleTable(engine, table, casing)),
})
