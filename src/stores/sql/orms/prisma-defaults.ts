import { newCuid } from "../../../contract/new-cuid.ts"
import { uuid7 } from "../../../shared/uuid7.ts"
import type { OrmColumn } from "./orm-table.ts"
import { attributeOf, type PrismaField } from "./prisma-schema-text.ts"

/** Functions that create values, by the text in `@default`: `cuid(2)`. */
export type Generators = Readonly<Record<string, () => string>>

// Prisma sends these values. The database has no default for them.
const known: Generators = {
  "cuid()": newCuid,
  "cuid(1)": newCuid,
  "uuid()": () => crypto.randomUUID(),
  "uuid(4)": () => crypto.randomUUID(),
  "uuid(7)": uuid7,
}

// Prisma Migrate makes a default of the database for literals, enum values and these functions.
const fromDatabase = /^(?![a-z]\w*\()|^(now|autoincrement|dbgenerated|sequence)\(/

type Filling = Pick<OrmColumn, "hasDefault" | "onInsert" | "onUpdate" | "refusal">

/** What fills a field that the caller omits: the database, a function, or only Prisma. */
export function fillingOf(model: string, field: PrismaField, generate: Generators): Filling {
  const now = attributeOf(field, "updatedAt") && (() => new Date())
  const written = attributeOf(field, "default")?.arguments[0]?.replace(/^value\s*:\s*/, "")
  if (written === undefined) return { hasDefault: false, onInsert: now, onUpdate: now }
  if (fromDatabase.test(written)) return { hasDefault: true, onInsert: now, onUpdate: now }
  const call = written.replaceAll(/\s/g, "")
  const onInsert = now ?? generate[call] ?? known[call]
  return {
    hasDefault: false,
    onInsert,
    onUpdate: now,
    refusal: onInsert ? undefined : unknownFunction(`${model}.${field.name}`, call),
  }
}

const unknownFunction = (place: string, call: string): string =>
  `Only Prisma creates ${call} of ${place}: pass a function that does, prismaAdapter(prisma, { generate: { "${call}": createId } }), or write cuid() or uuid() in schema.prisma.`
