import { newId } from "../../../../contract/new-id.ts"
import { newCuid } from "../../../../schema/new-cuid.ts"
import type { OrmColumn } from "../../../../sql/orms/orm-table.ts"
import { findAttribute, type PrismaField } from "../../../../sql/orms/prisma/prisma-schema-text.ts"

/** Functions that create values, by the text in `@default`: `cuid(2)`. */
export type Generators = Readonly<Record<string, () => string>>

const now = (): Date => new Date()

// Prisma generates these values itself.
const builtInGenerators: Readonly<Record<string, () => unknown>> = {
  "cuid()": newCuid,
  "cuid(1)": newCuid,
  "uuid()": () => crypto.randomUUID(),
  "uuid(4)": () => crypto.randomUUID(),
  "uuid(7)": newId,
  "now()": now,
}

// For literals, enum values and these functions, Prisma Migrate creates a default in the database. The default for
// `now()` is not used: it depends on the connection's time zone, and on SQLite its form differs from Prisma's dates.
const fromDatabase = /^(?![a-z]\w*\()|^(autoincrement|dbgenerated|sequence)\(/

type Filling = Pick<OrmColumn, "hasDefault" | "onInsert" | "onUpdate" | "refusal">

/** What fills a field that the caller leaves out: the database, a function, or only Prisma. */
export function readFilling(model: string, field: PrismaField, generate: Generators): Filling {
  const written = findAttribute(field, "default")?.arguments[0]?.replace(/^value\s*:\s*/, "")
  const call = written?.replaceAll(/\s/g, "") ?? ""
  const hasDefault = written !== undefined && (call === "now()" || fromDatabase.test(written))
  const onUpdate = findAttribute(field, "updatedAt") && now
  const onInsert = onUpdate ?? generate[call] ?? builtInGenerators[call]
  const isFilled = written === undefined || hasDefault || onInsert
  return {
    hasDefault,
    onInsert,
    onUpdate,
    refusal: isFilled ? undefined : unknownFunction(`${model}.${field.name}`, call),
  }
}

const unknownFunction = (place: string, call: string): string =>
  `Only Prisma creates ${call} of ${place}: pass a function that does, prismaAdapter(prisma, { generate: { "${call}": createId } }), or write cuid() or uuid() in schema.prisma.`
