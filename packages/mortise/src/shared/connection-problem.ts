type Details = Readonly<Record<string, unknown>>

/** What is wrong, by the codes and the messages of servers and clients. The first match wins. */
const problems: readonly (readonly [pattern: RegExp, sentence: string])[] = [
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
    /^(ECONNREFUSED|DatabaseNotReachable|P1001)$/,
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
 */
export function connectionProblem(error: unknown): string | undefined {
  const signs = signsOf(error)
  return problems.find(([pattern]) => signs.some((sign) => pattern.test(sign)))?.[1]
}

function signsOf(error: unknown, depth = 0): string[] {
  if (typeof error !== "object" || error === null || depth === deepest) return []
  const { code, errno, kind, message, cause, original, driverError, errors } = error as Details
  const own = [code, errno, kind, message].flatMap((sign) => (sign === undefined ? [] : [String(sign)]))
  const below = [cause, original, driverError, ...(Array.isArray(errors) ? errors : [])]
  return [...own, ...below.flatMap((each) => signsOf(each, depth + 1))]
}
