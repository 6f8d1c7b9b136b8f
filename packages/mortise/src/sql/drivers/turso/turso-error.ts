/**
 * Errors of Turso's engine. All of them have the code `GenericFailure`; what happened is in the message only, which ends
 * with SQLite's number for some of them.
 */
type TursoError = { readonly message?: string; readonly code?: string }

const codes: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/database (table )?is locked|database is busy|conflict/i, "SQLITE_BUSY"],
  [/read-?only/i, "SQLITE_READONLY"],
  [/not a database/i, "SQLITE_NOTADB"],
  [/corrupt|malformed|invalid page|checksum/i, "SQLITE_CORRUPT"],
  [/disk is full|database or disk is full/i, "SQLITE_FULL"],
  [/^I\/O error|completion error/i, "SQLITE_IOERR"],
  [/^(prepare|step) failed: (Parse|Runtime) error/, "SQLITE_ERROR"],
]

/** The same error in the form of SQLite's other clients, for its code and the names in its message. */
export function asSqliteError(error: unknown): unknown {
  const { message = "", code } = Object(error) as TursoError
  if (code !== "GenericFailure") return error
  const sqliteCode = codes.find(([pattern]) => pattern.test(message))?.[1]
  return Object.assign(new Error(withPlainNames(message)), { name: "SqliteError", code: sqliteCode ?? code })
}

/** The message as SQLite writes it: `table.column, table.column`, and names without quotes. */
const withPlainNames = (message: string): string =>
  message
    .replace(/ \(\d+\)$/, "")
    .replace(/(constraint failed: )(.+)\.\((.+)\)$/, (_, start: string, table: string, columns: string) =>
      start.concat(
        columns
          .split(", ")
          .map((column) => `${table}.${column}`)
          .join(", "),
      ),
    )
    .replace(/\blower ?\("?(.+?)"?\)$/, "$1")
    .replace(/(no such (?:table|column): )"(.+)"/, "$1$2")
    .replace(/deferred foreign key constraint failed/, "FOREIGN KEY constraint failed")
