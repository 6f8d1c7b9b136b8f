import type { ErrorCode } from "../../../contract/errors.ts"
import { hadNoConnection, wasRefusedTransaction } from "../../../shared/connection-failures.ts"
import type { TakenKey, Violation } from "../../dialect.ts"

/** What an error of PostgreSQL or one of its clients means. */
export function violation(error: unknown): Violation | undefined {
  const { code = "", message = "" } = error as PostgresError
  if (code === "23505") return { taken: takenKey(error as PostgresError) }
  if (code === "23503") return { brokenReference: true }
  // These messages name a table or a column and never contain a value.
  if (code === "42P01" || code === "42703")
    return { missing: code === "42P01" ? "table" : "column", name: quotedName(message), detail: message }
  if (code === "23502") return notNullColumn(error as PostgresError)
  if (hadNoConnection(error) || wasRefusedTransaction(error)) return { code: "unavailable" }
  const errorCode = codes[code] ?? classes[code.slice(0, 2)]
  if (errorCode) return { code: errorCode }
  return isRefusal.test(code) ? { code: "unavailable" } : undefined
}

type PostgresError = {
  code?: string
  message?: string
  detail?: string
  // `table`, `column` and `constraint` in pg; `table_name` and so on in postgres.js.
  table?: string
  table_name?: string
  constraint?: string
  constraint_name?: string
  column?: string
  column_name?: string
}

const notNullColumn = ({ table, table_name = table, column, column_name = column }: PostgresError) =>
  column_name === undefined
    ? ({ code: "invalid" } as const)
    : { emptyColumn: column_name, table: table_name, detail: `${table_name}.${column_name} is NOT NULL` }

// The message is in the server's language, and so are the quotes.
const quotedName = (message: string): string | undefined => /["»„«](.+?)["«“»]/.exec(message)?.[1]

/** The detail is absent if the role may not read the columns, and is in the server's language. */
function takenKey({ detail = "", table, table_name = table, ...error }: PostgresError): TakenKey {
  const columns = /^Key \((.+?)\)=/.exec(detail)?.[1]?.split(", ").map(unquoteName)
  if (columns) return { table: table_name ?? "", columns }
  return { table: table_name ?? "", key: error.constraint ?? error.constraint_name ?? "" }
}

/** The name of a column, or of the column in `lower(email)` or `lower((email)::text)`. */
const unquoteName = (name: string): string =>
  name
    .replace(/^lower\(\(?(.+?)\)?(?:::\w+)?\)$/, "$1")
    .replace(/^"(.*)"$/, "$1")
    .replaceAll('""', '"')

// The server refused the statement. The excluded codes end the connection, possibly after a commit.
const isRefusal = /^(?=.*\d)(?!08|57P0[12]|40003)[\dA-Z]{5}$/

const classes: Partial<Record<string, ErrorCode>> = {
  // A value that does not fit the column; a constraint of the table.
  22: "invalid",
  23: "invalid",
}

const codes: Partial<Record<string, ErrorCode>> = {
  // Serialization failure, deadlock, lock not available, cancelled by a timeout.
  "40001": "transient",
  "40P01": "transient",
  "55P03": "transient",
  "57014": "transient",
  // A transaction that is read-only, as on a standby.
  "25006": "readonly",
  ENOTFOUND: "unavailable",
  ECONNREFUSED: "unavailable",
  CONNECT_TIMEOUT: "unavailable",
  CONNECTION_ENDED: "unavailable",
  XX001: "corrupt",
  XX002: "corrupt",
}
