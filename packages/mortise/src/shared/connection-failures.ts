/**
 * Recognizes errors about connections. Servers, clients and runtimes report them in different members and words, so
 * each question has its own function. `connectionProblem` says what is wrong, `hadNoConnection` whether a SQL client
 * had no connection, and `wasNeverSent` whether a `fetch` did not reach its server.
 */
type Details = Readonly<Record<string, unknown>>

// PgBouncer's message, which is in English always. Its code, 08P01, has other meanings, too.
const refusedTransaction = /^transaction blocks not allowed in statement pooling mode/

/** The problem of a pooler in statement mode. */
export const statementMode =
  "The pooler is in statement mode, which allows no transactions, and nothing was changed: set its pool_mode to transaction, or connect to the database directly."

/** What is wrong, by the codes and the messages of servers and clients. The first match wins. */
const problems: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [refusedTransaction, statementMode],
  [
    /^(26000|42P05)$/,
    "A pooler gave the statement a connection that does not have it prepared: open the client with prepare: false.",
  ],
  [
    // PostgreSQL, MySQL, Prisma.
    /^(53300|1040|1203|1226|TooManyConnections|P2037)$|max number of clients reached/,
    "The server has no free connection: use smaller pools, one client per process, or a pooler.",
  ],
  [
    /^(28P01|1045|1698|AuthenticationFailed|P1000)$|^SASL: .*password/,
    "The server refused the user or the password: check both in the URL, and encode special characters in it as %40 for @.",
  ],
  [
    /^(28000|1044|1130|DatabaseAccessDenied|P1010)$/,
    "The server does not admit this user to this database from here: check the user, its rights, and whether the server requires TLS.",
  ],
  [
    /^(3D000|1049|DatabaseDoesNotExist|P1003)$/,
    "The database does not exist on this server: create it, or check its name at the end of the URL.",
  ],
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    "The host name of the server is unknown: check the host in the URL, and the DNS of this machine.",
  ],
  [
    /^(EPROTO|HANDSHAKE_\w*SSL\w*|ER_\w*SSL\w*|ERR_(TLS|SSL)_\w+|\w*SELF_SIGNED_CERT\w*|CERT_\w+|UNABLE_TO_\w+|TlsConnectionError|P1011|3159)$|^The server does not support SSL connections/,
    "The encrypted connection failed: check whether the server offers TLS, and which certificates the client trusts.",
  ],
  [
    /^(ECONNREFUSED|ERR_(POSTGRES|MYSQL)_CONNECTION_REFUSED|DatabaseNotReachable|P1001)$/,
    "No server accepts connections at this address: check that it runs, and the host and port in the URL.",
  ],
  [
    /^(EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT|UND_ERR_CONNECT_TIMEOUT|P1002)$|^timeout exceeded when trying to connect|^Connection terminated due to connection timeout|^connect ETIMEDOUT/,
    "No connection was opened in time: check the host, the port and the firewall, and whether all connections of the pool are in use.",
  ],
]

// An error can be its own cause.
const deepest = 4

/**
 * Why a client has no connection, and what to check; `undefined` for an error of a statement. The error and its causes
 * are searched for codes. The sentence contains no value.
 *
 * @example
 * ```ts
 * import { connectionProblem } from "mortise/store"
 *
 * console.log(connectionProblem({ code: "ENOTFOUND" }))
 * ```
 */
export function connectionProblem(error: unknown): string | undefined {
  const signs = listSigns(error)
  return problems.find(([pattern]) => signs.some((sign) => pattern.test(sign)))?.[1]
}

/** Whether a pooler in statement mode refused to begin a transaction. */
export const wasRefusedTransaction = (error: unknown): boolean =>
  listSigns(error).some((sign) => refusedTransaction.test(sign))

function listSigns(error: unknown, depth = 0): string[] {
  if (typeof error !== "object" || error === null || depth === deepest) return []
  const { code, errno, kind, message, cause, original, driverError, errors } = error as Details
  const signs = [code, errno, kind, message].flatMap((sign) => (sign === undefined ? [] : [String(sign)]))
  const below = [cause, original, driverError, ...(Array.isArray(errors) ? errors : [])]
  return [...signs, ...below.flatMap((innerError) => listSigns(innerError, depth + 1))]
}

// Errors of clients without a code that mean that nothing was sent: a connect timeout, a closed or full pool, a closed
// connection.
const clientMessages =
  /^(PGlite is clos|timeout exceeded when trying to connect|Connection terminated due to connection timeout|Cannot use a pool after|Client (was closed|has encountered a connection error) and is not queryable|Pool is closed|No connections available|Queue limit reached|Can't add new command when connection is in closed)/

/** Whether an error of a SQL client means that it had no connection, so that nothing was sent. */
export function hadNoConnection(error: unknown): boolean {
  const { message = "" } = Object(error) as { message?: string }
  return failedToConnect(error) || clientMessages.test(message)
}

/** Whether the host has no address, or none of its addresses accepted a connection. */
function failedToConnect(error: unknown): boolean {
  const { syscall, errors } = Object(error) as { syscall?: string; errors?: unknown }
  if (syscall === "connect" || syscall === "getaddrinfo") return true
  // Node tries all addresses of a host, and throws an AggregateError without a message.
  return Array.isArray(errors) && errors.some(failedToConnect)
}

/** The codes of runtimes for a connection that `fetch` never established. */
const neverConnected = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "FailedToOpenSocket",
  // The certificate is checked before the request is sent.
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
])

/**
 * Whether a failed request is certain not to have reached the server.
 *
 * @example
 * ```ts
 * import { wasNeverSent } from "mortise/store"
 *
 * wasNeverSent({ code: "ECONNREFUSED" }) // true
 * ```
 */
export function wasNeverSent(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < 5 && typeof current === "object" && current !== null; depth++) {
    const { code, syscall, cause, errors } = current as Readonly<Record<string, unknown>>
    // A host can also become unreachable after the connection was established.
    if (neverConnected.has(String(code))) return syscall !== "read" && syscall !== "write"
    // An AggregateError has one error for each address that was tried.
    if (Array.isArray(errors) && errors.length > 0) return errors.every(wasNeverSent)
    // Deno has no code, but its message names the phase that failed.
    if (current instanceof Error && current.message.includes("client error (Connect)")) return true
    current = cause
  }
  return false
}
