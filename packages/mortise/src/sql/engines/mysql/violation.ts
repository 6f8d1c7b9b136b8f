import type { ErrorCode } from "../../../contract/errors.ts"
import { hadNoConnection } from "../../../shared/connection-failures.ts"
import type { Violation } from "../../dialect.ts"

/** What an error of MySQL, MariaDB or one of their clients means. */
export function violation(error: unknown): Violation | undefined {
  const { errno = 0, code = "", message = "", sqlMessage = message } = error as MysqlError
  // Anchored at the end, because the value before the name can contain anything.
  if (errno === 1062) return { taken: { key: /for key '(?:[^'.]+\.)?([^']+)'$/.exec(sqlMessage)?.[1] ?? "" } }
  if (errno === 1452 || errno === 1451) return { brokenReference: true }
  // These messages name a table or a column and never contain a value.
  const name = /'(?:[^'.]+\.)?([^']+)'/.exec(sqlMessage)?.[1]
  if (errno === 1146 || errno === 1054)
    return { missing: errno === 1146 ? "table" : "column", name, detail: sqlMessage }
  if (name !== undefined && (errno === 1048 || errno === 1364))
    return { emptyColumn: name, detail: sqlMessage }
  if (hadNoConnection(error)) return { code: "unavailable" }
  const errorCode = codes[errno] ?? codes[code]
  if (errorCode) return { code: errorCode }
  return errno >= 1000 && errno < 45_000 && !indeterminateErrors.has(errno)
    ? { code: "unavailable" }
    : undefined
}

type MysqlError = {
  errno?: number
  code?: string
  message?: string
  sqlMessage?: string
}

// Shutdown, a killed connection, an error during COMMIT, network errors: the change may have been applied before.
const indeterminateErrors = new Set([1053, 1927, 1180, 1158, 1159, 1160, 1161])

const codes: Partial<Record<string | number, ErrorCode>> = {
  // Deadlock, lock wait timeout, row changed since it was read, node not ready, statement timeout (MariaDB, MySQL),
  // interrupted, table definition changed, statement must be prepared again.
  1213: "transient",
  1205: "transient",
  1020: "transient",
  1047: "transient",
  1969: "transient",
  3024: "transient",
  1317: "transient",
  1412: "transient",
  1615: "transient",
  // Read-only by option, by mode or by transaction.
  1290: "readonly",
  1836: "readonly",
  1792: "readonly",
  // Too long, null or nothing in a NOT NULL column, out of range, invalid character, invalid value, CHECK (MySQL, MariaDB);
  // text that cannot be converted to the character set of the column.
  1406: "invalid",
  1048: "invalid",
  1364: "invalid",
  1264: "invalid",
  1366: "invalid",
  1292: "invalid",
  3819: "invalid",
  4025: "invalid",
  1267: "invalid",
  1270: "invalid",
  1271: "invalid",
  // The mariadb connector: connect timeouts, a pool or connection that is closed.
  45012: "unavailable",
  45013: "unavailable",
  45027: "unavailable",
  45028: "unavailable",
  45035: "unavailable",
  45037: "unavailable",
  ECONNREFUSED: "unavailable",
  ENOTFOUND: "unavailable",
}
