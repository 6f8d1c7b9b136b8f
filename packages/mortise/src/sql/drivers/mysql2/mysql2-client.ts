import type { Call } from "../../../operations/deadline.ts"
import type { Bound, Driver, Result, Statement } from "../../driver.ts"
import { describeMysql } from "../../engines/mysql/describe-mysql.ts"
import { endsConnection, mysqlEnds } from "../../engines/mysql/ends-transaction.ts"
import { type ClientKind, defineClient } from "../../sql-client.ts"
import { inTransaction, interactiveOn } from "../../transactions/pooled-connections.ts"
import { type Connections, type Execute, type Mysql2Client, toConnections } from "./mysql2-pool.ts"

type Header = { affectedRows: number; insertId: number | string }

/** Runs one statement on a mysql2 connection. */
export async function run(
  { execute }: { execute: Execute },
  { text }: Statement,
  values: readonly Bound[],
  call?: Call,
): Promise<Result> {
  const answer = await execute(text, values, call)
  if (Array.isArray(answer)) return { rows: answer.map(positional), count: answer.length }
  const { affectedRows, insertId } = answer as Header
  return { rows: [], count: affectedRows, insertId }
}

// Members are in the order of the columns, and every column has a unique name.
const positional = (row: object): unknown[] => (Array.isArray(row) ? row : Object.values(row))

/** A driver over mysql2 connections. */
export function mysql2Driver(connections: Connections): Driver {
  const pool = { ...connections, destroysBusy: true, endsConnection }
  return {
    tracksCalls: true,
    run: (statement, values, call) => run(connections, statement, values, call),
    batch: (steps, call) => inTransaction(pool, run, steps, call),
    transaction: interactiveOn(pool, run, mysqlEnds),
  }
}

const shape = {
  factory: "mysql2Adapter",
  takes: 'a pool of mysql2/promise: mysql2Adapter(createPool({ uri: "mysql://localhost/app" }))',
  has: ["getConnection", "execute"],
  lacks: ["importFile"],
}

export const mysql2: ClientKind<Mysql2Client> = defineClient(
  shape,
  (client) => mysql2Driver(toConnections(client)),
  describeMysql,
)
