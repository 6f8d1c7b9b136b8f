import type { Dialect } from "../../dialect.ts"
import type { Engine } from "../../engine.ts"
import { postgresDialect } from "../../engines/postgres/dialect.ts"
import { postgres } from "../../engines/postgres/engine.ts"

const { quote } = postgresDialect

/**
 * For clients that drop a byte order mark at the start of a text, as PGlite does: where a text starts with one, it is
 * selected with two.
 */
export const markDroppingDialect: Dialect = {
  ...postgresDialect,
  namesColumns: true,
  selectColumn(column, storage) {
    if (storage !== "text") return postgresDialect.selectColumn(column, storage)
    const text = `${column}::text`
    return `CASE WHEN left(${text}, 1) = chr(65279) THEN chr(65279) || ${text} ELSE ${text} END`
  },
  // Selected as text above, so it is cast back.
  insertedId: ({ column }) => `(SELECT ${quote(column)}::bigint FROM i0)`,
}

/** PostgreSQL through a client that drops a byte order mark at the start of a text. */
export const markDroppingPostgres: Engine = { ...postgres, dialect: markDroppingDialect }
