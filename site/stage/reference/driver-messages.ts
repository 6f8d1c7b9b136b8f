/** What drivers, servers and hosts print, as people search for it: the error that it becomes, and what to do. */
const rows: readonly (readonly [seen: readonly string[], code: string, todo: string])[] = [
  [
    ["ECONNREFUSED", "DatabaseNotReachable", "P1001"],
    "unavailable",
    "No server accepts connections at this address: check that it runs, and the host and port in `DATABASE_URL`.",
  ],
  [
    ["ENOTFOUND", "EAI_AGAIN", "getaddrinfo"],
    "unavailable",
    "The host name of the server is unknown: check the host in the URL, and the DNS of this machine.",
  ],
  [
    ["ETIMEDOUT", "CONNECT_TIMEOUT", "timeout exceeded when trying to connect", "P1002"],
    "unavailable",
    "No connection was opened in time: check the firewall, and whether [all connections of the pool](/hosts/#size-of-the-pool) are in use.",
  ],
  [
    [
      "too many connections",
      "sorry, too many clients already",
      "53300",
      "ER_CON_COUNT_ERROR",
      "1040",
      "P2037",
    ],
    "unavailable",
    "[Count the connections](/hosts/#how-many-connections): use smaller pools, one client per process, or [a pooler](/poolers/).",
  ],
  [
    [
      "password authentication failed",
      "28P01",
      "ER_ACCESS_DENIED_ERROR",
      "1045",
      "P1000",
      "NOAUTH",
      "WRONGPASS",
    ],
    "unavailable",
    "Check the user and the password in the URL, and write special characters as `%40` for `@`.",
  ],
  [
    ["SELF_SIGNED_CERT_IN_CHAIN", "The server does not support SSL connections", "P1011"],
    "unavailable",
    "The encrypted connection failed: check whether the server offers TLS, and which certificates the client trusts.",
  ],
  [
    ["ECONNRESET", "EPIPE", "Connection terminated unexpectedly", "PROTOCOL_CONNECTION_LOST"],
    "transient or indeterminate",
    "The connection broke. A read can be repeated; [read the row](/guarantees/#servers-that-do-not-answer) before you repeat a write.",
  ],
  [
    [
      "duplicate key value violates unique constraint",
      "UNIQUE constraint failed",
      "23505",
      "ER_DUP_ENTRY",
      "1062",
      "P2002",
    ],
    "conflict",
    "The row exists: look it up by the key in `error.fields`.",
  ],
  [
    ["violates foreign key constraint", "FOREIGN KEY constraint failed", "23503", "1452", "P2003"],
    "not_found",
    "The user was deleted, or never stored: create it first.",
  ],
  [
    [
      'relation "users" does not exist',
      "no such table",
      "42P01",
      "ER_NO_SUCH_TABLE",
      "1146",
      "P2021",
      "P2022",
    ],
    "not_migrated",
    "Run [`npx mortise migrate`](/migrate/), or your ORM's migrations. If the tables have other names, describe them with [`defineSchema`](/schema/).",
  ],
  [
    ["violates not-null constraint", "NOT NULL constraint failed", "23502", "1364", "P2011"],
    "invalid",
    "A column that the schema does not declare is `NOT NULL` without a default: [declare the field](/custom-fields/), or give the column a default.",
  ],
  [
    ['prepared statement "s1" already exists', 'prepared statement "s0" does not exist', "26000", "42P05"],
    "unavailable",
    "A [pooler](/poolers/#what-to-set) in transaction mode: open the client with `prepare: false`.",
  ],
  [
    ["database is locked", "SQLITE_BUSY"],
    "transient",
    "[Another process holds the lock](/sql-store/#on-sqlite). Calls wait about five seconds; keep your own transactions short.",
  ],
  [
    ["deadlock detected", "40P01", "40001", "1213", "Lock wait timeout exceeded", "1205", "P2034"],
    "transient",
    "Call again. Inside [a transaction of your own](/transactions/#rules), repeat the whole transaction.",
  ],
  [
    ["cannot execute INSERT in a read-only transaction", "25006", "1290", "READONLY", "SQLITE_READONLY"],
    "readonly",
    "The client is connected to [a standby or a replica](/guarantees/#connections-after-a-failover): connect to the primary.",
  ],
  [
    ["OOM command not allowed", "MISCONF", "NOPERM", "LOADING"],
    "unavailable or transient",
    "See [errors of Redis](/redis-store/#errors), [its permissions](/redis-store/#permissions) and [its settings](/redis-store/#settings-that-doctor-checks).",
  ],
  [
    ["OAuthAccountNotLinked", "account_not_linked", "oauth account not linked"],
    "of Auth.js and Better Auth",
    "A user with this address exists. [Sign in as before, and then add the account](/authjs/#sign-in-with-github); `mortise/auth` answers [`email_taken`](/auth-oauth/#link-and-unlink-accounts).",
  ],
  [
    ["AdapterError", "SessionTokenError", "Configuration"],
    "of Auth.js",
    "Auth.js wraps errors of the adapter: the cause in its log is the `MortiseError`.",
  ],
]

/** The section about messages of drivers, on the page of errors. */
export const driverMessages = (): string[] => [
  "",
  "## Messages of drivers and hosts",
  "",
  "The `cause` of an error has the client's code; [`MORTISE_SHOW_CAUSES=1`](/sql-store/#messages-of-the-client) prints its message. Codes that start with P are Prisma's: your own queries throw them, and an adapter throws the error beside them.",
  "",
  "| you see | it becomes | what to do |",
  "|---|---|---|",
  ...rows.map(
    ([seen, code, todo]) => `| ${seen.map((text) => `\`${text}\``).join(", ")} | ${code} | ${todo} |`,
  ),
]

/** What people type to find the page: all these messages and codes. */
export const driverWords = (): string => rows.flatMap(([seen]) => seen).join(", ")
