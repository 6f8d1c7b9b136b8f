import type { Introspection } from "../../../introspection/introspection.ts"
import { checkColumn } from "./check-column.ts"
import { literal } from "./literal.ts"
import { readReplication } from "./read-replication.ts"
import { readServer } from "./read-server.ts"
import { createPgSchema, foldName, readTables } from "./read-tables.ts"
import { repair } from "./repair.ts"

export const postgresIntrospection: Introspection = {
  readTables,
  foldName,
  createPgSchema,
  checkColumn,
  checkSettings: async () => [],
  readServer,
  readReplication,
  literal,
  canAdd: { foreignKey: true, required: true },
  repair,
  mayNotBeCanonical(column) {
    const text = `${column}::text`
    return `(${text} <> lower(${text}) OR octet_length(${text}) <> char_length(${text}) OR ${text} <> btrim(${text}))`
  },
  canReference: (column, referenced) => comparable(column.type) === comparable(referenced.type),
  // Held until the transaction ends. The number spells "mortise".
  // As text: Prisma cannot read a result of type void.
  lock: ["SELECT pg_advisory_xact_lock(30803309831484261)::text"],
  unlock: [],
}

/** The same text for types between which a foreign key is possible. */
function comparable(type: string): string {
  const base = type.replace(/\(\d+\)| COLLATE .*/g, "")
  if (/^(text|character varying)$/.test(base)) return "text"
  return /^(smallint|integer|bigint)$/.test(base) ? "integer" : base
}
