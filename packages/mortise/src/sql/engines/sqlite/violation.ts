import { hadNoConnection } from "../../../shared/connection-failures.ts"
import type { Violation } from "../../dialect.ts"

/** What an error of SQLite or one of its clients means. */
export function violation(error: unknown): Violation | undefined {
  const { message = "", code = "", errcode, rawCode, errno, cause } = error as SqliteError
  const names = /UNIQUE constraint failed: ([^\n]+)/.exec(message)?.[1]
  const index = /^index '(.+)'$/.exec(names ?? "")?.[1]
  if (index) return { taken: { key: index } }
  if (names) return { taken: { names } }
  if (message.includes("FOREIGN KEY constraint failed")) return { brokenReference: true }
  const failed = /(NOT NULL|CHECK) constraint failed: ([^\n]+)/.exec(message)
  if (failed) return constraintFailed(failed)
  const missing = /no such (table|column): ([^\n]+)|table [^\n]+ has no column named ([^\n]+)/.exec(message)
  if (missing) return missingName(missing)
  if (tooMany.test(message)) return { code: "invalid", message: tooManyMessage }
  if (closed.test(`${code} ${message}`)) return { code: "unavailable", detail: "the client is closed" }
  if (hadNoConnection(cause) || unreachable.test(`${message} ${cause?.code}`)) return { code: "unavailable" }
  const numbers = [errcode, rawCode, errno].flatMap((number) => (number === undefined ? [] : [number & 0xff]))
  const entry = primaryCodes.find(([name, number]) => code.startsWith(name) || numbers.includes(number))
  return entry && { code: entry[2] }
}

/** Whether another connection holds a lock, so that nothing was done. */
export const isBusy = (error: unknown): boolean => {
  const meaning = violation(error)
  return meaning !== undefined && "code" in meaning && meaning.code === "transient"
}

function constraintFailed([detail, kind, name = ""]: RegExpExecArray): Violation {
  if (kind !== "NOT NULL") return { code: "invalid", detail }
  // The name is "table.column", and only a table's name can contain a dot.
  const dot = name.lastIndexOf(".")
  return { emptyColumn: name.slice(dot + 1), table: name.slice(0, dot), detail }
}

const missingName = ([detail, kind, name, column]: RegExpExecArray): Violation => ({
  missing: kind === "table" ? "table" : "column",
  name: name ?? column,
  detail,
})

const tooMany = /many (col|SQL)/
const tooManyMessage = "Too many columns (100 on D1 for session and user): remove fields."

// Client errors that mean that the statement did not reach the engine. None of them can mean a lost answer.
const closed =
  /not open|finalized|Cannot use a closed database|Database has closed|manually closed|CLIENT_CLOSED|TRANSACTION_CLOSED|ERR_SQLITE_CONNECTION_CLOSED/
const unreachable = /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT/

// Clients report the code in different members: as text, or as a number whose low byte is the primary code.
type SqliteError = {
  message?: string
  code?: string
  errcode?: number
  rawCode?: number
  errno?: number
  cause?: { code?: string }
}

// The last entry covers all other refusals: the engine did not run the statement.
const primaryCodes = [
  // The application's transactions use all of the client's connections.
  ["TRANSACTION_ACTIVE", 5, "transient"],
  ["SQLITE_BUSY", 5, "transient"],
  ["SQLITE_LOCKED", 6, "transient"],
  ["SQLITE_READONLY", 8, "readonly"],
  ["SQLITE_IOERR", 10, "corrupt"],
  ["SQLITE_CORRUPT", 11, "corrupt"],
  ["SQLITE_FULL", 13, "unavailable"],
  ["SQLITE_CANTOPEN", 14, "unavailable"],
  ["SQLITE_NOTADB", 26, "corrupt"],
  ["SQLITE_ERROR", 1, "unavailable"],
] as const
