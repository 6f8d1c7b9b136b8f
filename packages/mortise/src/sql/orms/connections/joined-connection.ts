import type { EngineName } from "../../../schema/engine-name.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import type { Driver } from "../../driver.ts"
import { run as runOnMysql2 } from "../../drivers/mysql2/mysql2-client.ts"
import { type Mysql2Connection, onConnection } from "../../drivers/mysql2/mysql2-pool.ts"
import { exclusively, listen, type PgConnection } from "../../drivers/pg/pg-driver.ts"
import { describeMysql } from "../../engines/mysql/describe-mysql.ts"
import { describePostgres } from "../../engines/postgres/describe-postgres.ts"
import { describeSqlite } from "../../engines/sqlite/describe-sqlite.ts"
import type { SqlClient } from "../../sql-client.ts"
import { joinedDriver, type OpenTransaction, textSavepoint } from "../../transactions/joined-driver.ts"
import { answerLater, type Scope } from "../../transactions/turns.ts"
import { sqliteConnection } from "./acquired-connections.ts"

/**
 * The connection of a transaction that the caller opened, as `ConnectionSource` describes it. It is called before each
 * statement, and throws once the transaction has ended: others then use the connection.
 */
export type JoinedConnection = () => Promise<object>

/** Describes a transaction that the caller opened: our driver runs on its connection. */
export function describeJoinedConnection(
  factory: string,
  engine: EngineName,
  connection: JoinedConnection,
  scope: Scope,
): SqlClient {
  switch (engine) {
    case "postgres":
      return {
        // The caller commits.
        ...describePostgres(factory, joinCalls(onPg(connection), true, scope)),
        batchLookups: undefined,
      }
    case "mysql":
      return {
        ...describeMysql(factory, joinCalls(onMysql2(connection), false, scope)),
        batchLookups: undefined,
      }
    case "sqlite":
      return describeSqlite(factory, onSqlite(factory, connection, scope))
  }
}

type Calls = Pick<OpenTransaction, "run"> & { command(text: string): Promise<unknown> }

const joinCalls = ({ run, command }: Calls, endsOnError: boolean, scope: Scope): Driver =>
  joinedDriver({ run, savepoint: textSavepoint(run, command), endsOnError, scope })

function onPg(connection: JoinedConnection): Calls {
  const ready = async () => {
    const client = (await connection()) as PgConnection
    listen(client)
    return exclusively(client)
  }
  return {
    // Not prepared by name: behind a pooler the name may be unknown to the server, and that error ends the transaction.
    run: async (statement, values) => (await ready()).run(statement, values, false),
    command: async (text) => (await ready()).command(text),
  }
}

function onMysql2(connection: JoinedConnection): Calls {
  const ready = async () => onConnection((await connection()) as Mysql2Connection)
  return {
    run: async (statement, values) => runOnMysql2(await ready(), statement, values),
    command: async (text) => (await ready()).query(text),
  }
}

// The SQLite driver itself joins the transaction that is open on its connection.
function onSqlite(factory: string, connection: JoinedConnection, scope: Scope): Driver {
  const { call } = answerLater(scope)
  const use = <T>(work: (driver: Driver) => Awaitable<T>): Promise<T> =>
    call(async () => await work(sqliteConnection(factory, await connection())))
  return {
    run: (statement, values) => use((driver) => driver.run(statement, values)),
    batch: (steps) => use((driver) => driver.batch(steps)),
    isJoined: () => true,
  }
}
