import { MortiseError } from "../../../../contract/errors.ts"
import { perClient } from "../../../../shared/per-client.ts"
import { type ClientShape, checkClient } from "../../check-client.ts"
import type { PgliteTransaction } from "../../engines/postgres/pglite.ts"
import type { PostgresTransaction } from "../../engines/postgres/postgres-js.ts"
import type { SqlClient } from "../../sql-adapter.ts"
import { joinPglite, joinPostgresJs } from "../connections/joined-clients.ts"
import { describeJoinedConnection } from "../connections/joined-connection.ts"
import { nativeClient } from "../connections/native-client.ts"
import type { EngineName } from "../connections/raw-engine.ts"

const factory = "drizzleAdapter"

const shape: ClientShape = {
  factory,
  takes: "a database or a transaction of Drizzle: drizzleAdapter(drizzle(pool))",
  has: ["_", "dialect", "session"],
}

/** The parts of a database or transaction of Drizzle that tell what it runs on. */
export type DrizzleHandle = {
  readonly _: object
  readonly dialect: object
  readonly session: Session
  readonly $client?: object
  readonly nestedIndex?: number
}

/** The session of a transaction holds its connection; that of libsql is in `tx`. */
type Session = { readonly client?: object; readonly tx?: object }

/** Throws `invalid` for anything but a database or a transaction of Drizzle. */
export function checkDrizzle(client: unknown): DrizzleHandle {
  checkClient(client, shape)
  return client as DrizzleHandle
}

const entityKind = Symbol.for("drizzle:entityKind")

/** The engine that Drizzle writes SQL for. */
export function drizzleEngine({ dialect }: DrizzleHandle): EngineName {
  const kind = String((dialect.constructor as { [entityKind]?: unknown })[entityKind])
  if (kind.startsWith("Pg")) return "postgres"
  if (kind.startsWith("MySql")) return "mysql"
  if (kind.startsWith("SQLite")) return "sqlite"
  throw new MortiseError(
    "invalid",
    `${factory} works with PostgreSQL, MySQL, MariaDB and SQLite: use Drizzle with one of them.`,
  )
}

/** Describes the database or the transaction to the store. A database and its transactions share their dialect. */
export function describeDrizzle(drizzle: DrizzleHandle): SqlClient {
  const { dialect, session, $client } = drizzle
  const isTransaction = $client === undefined && drizzle.nestedIndex !== undefined
  const described = isTransaction ? transactions(session)(drizzleEngine(drizzle)) : nativeClient($client)
  if (!described) throw unknownClient()
  return { ...described, factory, owner: dialect }
}

// A nested transaction has the session of the outer one, and thus the same driver: calls of both run in turn.
const transactions = perClient((session: Session) => {
  let known: SqlClient | undefined
  return (engine: EngineName): SqlClient | undefined => (known ??= join(session, engine))
})

function join({ client, tx }: Session, engine: EngineName): SqlClient | undefined {
  if (tx || engine === "sqlite") return nativeClient(tx ?? client)
  if (!client) return undefined
  if ("savepoint" in client && "unsafe" in client)
    return joinPostgresJs(factory, client as object as PostgresTransaction)
  if (engine === "mysql")
    return describeJoinedConnection(factory, engine, async () => callbackConnection(client))
  if ("exec" in client && "rollback" in client)
    return joinPglite(factory, client as object as PgliteTransaction)
  return "connection" in client ? describeJoinedConnection(factory, engine, async () => client) : undefined
}

// Below the promises of mysql2.
const callbackConnection = (client: object): object =>
  (client as { connection?: object }).connection ?? client

const unknownClient = (): MortiseError =>
  new MortiseError(
    "invalid",
    `${factory} works with Drizzle on pg, postgres.js, PGlite, a pool of mysql2, libsql and better-sqlite3: use one of these clients.`,
  )
