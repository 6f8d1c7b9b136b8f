import type { Dialect } from "../../sql/dialect.ts"
import type { Ask, Introspection } from "../../sql/introspection/introspection.ts"
import type { AuthSchema, IdMode } from "../schema/auth-table.ts"
import { toIdMode } from "../schema/expected-tables.ts"

/** A connection to the database of the tables. */
type Connection = { readonly dialect: Dialect; readonly introspection: Introspection; readonly ask: Ask }

/**
 * How ids are made. With `generateId: false`, the database makes them, and a function can make ids of any type: the
 * existing users decide. New tables get ids that the database can make.
 */
export async function readIdMode(
  generateId: unknown,
  { user }: AuthSchema,
  { dialect, introspection: { readTables, foldName }, ask }: Connection,
): Promise<IdMode> {
  const declared = toIdMode(generateId)
  const isByDatabase = generateId === false
  if (!user || (!isByDatabase && typeof generateId !== "function")) return declared
  const [existing] = await readTables(ask, [user.modelName])
  const column = user.fields["id"]?.fieldName || "id"
  const type = existing?.columns.find(({ name }) => foldName(name) === foldName(column))?.type.toLowerCase()
  if (type === undefined) return isByDatabase ? newIds(dialect.family) : declared
  if (type === "uuid" && dialect.family === "postgres") return "uuid"
  return isByDatabase && /int/.test(type) ? "serial" : declared
}

const newIds = (family: string): IdMode => (family === "postgres" ? "uuid" : "serial")
