import { throwInvalid } from "../../../contract/throw-invalid.ts"
import type { EngineName } from "../../../schema/engine-name.ts"
import { perClient } from "../../../shared/per-client.ts"
import type { Driver } from "../../driver.ts"
import type { AsyncClient } from "../../drivers/libsql/async-client.ts"
import { asyncDriver } from "../../drivers/libsql/async-driver.ts"
import type { PgliteTransaction } from "../../drivers/pglite/pglite-client.ts"
import type { PostgresTransaction } from "../../drivers/postgres/query.ts"
import { type ClientShape, checkClient, type SqlClient } from "../../sql-client.ts"
import { endedError, type Scope } from "../../transactions/turns.ts"
import { joinPglite, joinPostgresJs } from "../connections/joined-clients.ts"
import { describeJoinedConnection } from "../connections/joined-connection.ts"
import { nativeClient } from "../connections/native-client.ts"
import { getTurns, openConnection, type Session } from "./drizzle-turns.ts"

const factory = "drizzleAdapter"

export const drizzleShape: ClientShape = {
  factory,
  takes: "a database or a transaction of Drizzle: drizzleAdapter(drizzle(pool))",
  has: ["_", "dialect", "session"],
}

/** The parts of a Drizzle database or transaction that say what it runs on. */
export type DrizzleHandle = {
  readonly _: object
  readonly dialect: object
  readonly session: Session
  readonly $client?: object
  readonly nestedIndex?: number
}

/** Throws `invalid` for anything but a database or a transaction of Drizzle. */
export function checkDrizzle(client: unknown): DrizzleHandle {
  checkClient(client, drizzleShape)
  return client as DrizzleHandle
}

const entityKind = Symbol.for("drizzle:entityKind")

/** The engine that Drizzle writes SQL for. */
export function drizzleEngine({ dialect }: DrizzleHandle): EngineName {
  const kind = String((dialect.constructor as { [entityKind]?: unknown })[entityKind])
  if (kind.startsWith("Pg")) return "postgres"
  if (kind.startsWith("MySql")) return "mysql"
  if (kind.startsWith("SQLite")) return "sqlite"
  throwInvalid(`${factory} works with PostgreSQL, MySQL, MariaDB and SQLite: use one of them.`)
}

/** Describes the database or the transaction. A database and its transactions share their dialect. */
export function describeDrizzle(drizzle: DrizzleHandle): SqlClient {
  const { dialect, $client } = drizzle
  const isTransaction = $client === undefined && drizzle.nestedIndex !== undefined
  const described = isTransaction ? transactions(drizzle) : nativeClient($client)
  if (!described) throwInvalid($client || isTransaction ? unknownClient : missingClient)
  return { ...described, factory, owner: dialect }
}

const transactions = perClient((drizzle: DrizzleHandle): SqlClient | undefined => {
  const { session, nestedIndex = 0 } = drizzle
  const { client, tx } = session
  const engine = drizzleEngine(drizzle)
  if (!tx && engine === "sqlite") return joinSynchronous(client)
  if (client && "savepoint" in client && "unsafe" in client)
    return joinPostgresJs(factory, client as object as PostgresTransaction)
  const scope = getTurns(session).at(nestedIndex)
  if (tx) return joinLibsql(tx, scope)
  if (!client) return undefined
  const reached = engine === "mysql" ? callbackConnection(client) : client
  if ("exec" in reached && "rollback" in reached && engine === "postgres")
    return joinPglite(factory, reached as object as PgliteTransaction, scope)
  if (engine === "postgres" && !("connection" in reached)) return undefined
  return describeJoinedConnection(
    factory,
    engine,
    async () => openConnection(session, client) && reached,
    scope,
  )
})

/** A transaction of a synchronous SQLite client. Once it has ended, the driver would work outside any transaction. */
function joinSynchronous(client: unknown): SqlClient | undefined {
  const described = nativeClient(client)
  if (!described) return undefined
  const { driver } = described
  const checkJoined = (): Driver => {
    if (driver.isJoined?.()) return driver
    throw endedError()
  }
  return {
    ...described,
    driver: {
      ...driver,
      run: (...step) => checkJoined().run(...step),
      batch: (steps) => checkJoined().batch(steps),
    },
  }
}

function joinLibsql(transaction: object, scope: Scope): SqlClient | undefined {
  const described = nativeClient(transaction)
  return described && { ...described, driver: asyncDriver(transaction as AsyncClient, scope) }
}

// The callback connection under mysql2's promise wrapper.
const callbackConnection = (client: object): object =>
  (client as { connection?: object }).connection ?? client

const missingClient = `${factory}: Drizzle has no client, because drizzle() was called with undefined: check that the variable with the URL is set, such as DATABASE_URL.`
const unknownClient = `${factory} works with Drizzle on pg, postgres.js, PGlite, a pool of mysql2, libsql, better-sqlite3 and D1: use one of these clients.`
