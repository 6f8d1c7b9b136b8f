import { join } from "node:path"
import { type Client, createClient, type InStatement, type Transaction } from "@libsql/client"
import Database from "libsql"
import type { Adapter } from "../../../mortise/src/index.ts"
import { libsqlAdapter } from "../../../mortise/src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../../mortise/src/stores/sql/migrate/migrate.ts"
import { quickFolder } from "../folders.ts"
import { now } from "./calls.ts"
import { createCallers, type Engine, type EngineOptions } from "./engine.ts"
import type { Pass } from "./gate.ts"
import { keepText, type RewriteText, shortText } from "./sql-steps.ts"
import { emptyTables, listOwned, readTables } from "./sql-tables.ts"
import { openTenants, registerTenants } from "./tenant-subject.ts"

/** SQLite in a file: each caller has a client, as a process has. An embedded database loses no answers. */
export async function openSqliteEngine(
  rewrite: RewriteText = keepText,
  { hasTenants }: EngineOptions = {},
): Promise<Engine> {
  const { folder, remove } = quickFolder()
  const file = join(folder, "auth.db")
  const options = { now: () => now, onWarning: false } as const
  const client = new Database(file)
  const open = (target: Client | Database.Database) =>
    hasTenants
      ? openTenants(libsqlAdapter(target, { ...options, tenants: true }))
      : libsqlAdapter(target, options)
  const alone = open(client)
  await migrate(alone)
  const clients: Client[] = []
  const callers = await createCallers(async (pass, caller) => {
    clients[caller] ??= createClient({ url: `file:${file}` })
    const adapter = open(gateClient(clients[caller], pass, rewrite))
    // The first write of a client finds out how the client uses its connections.
    await finishFirstWrite(adapter)
    await registerTenants(adapter)
    return adapter
  })
  const prepared = new Map<string, Database.Statement>()
  const select = async (text: string, values: readonly string[]) => {
    const statement = prepared.get(text) ?? client.prepare(text).raw()
    prepared.set(text, statement)
    return statement.all(...values).map((row) => JSON.stringify(row))
  }
  return {
    ...callers,
    name: "SQLite",
    alone,
    faults: ["die"],
    runsAtOnce: 16,
    clear: () => emptyTables(async (text) => client.exec(text)),
    readStored: (suffix) => readTables(select, suffix),
    listLeftovers: async (suffix) => listOwned(await readTables(select, suffix)),
    async close() {
      for (const open of [client, ...clients]) open.close()
      remove()
    },
  }
}

/** What the callers of the last run have left to the background may still write. */
async function finishFirstWrite(adapter: Adapter): Promise<void> {
  for (let round = 0; ; round++)
    try {
      await adapter.deleteUser("nobody")
      return
    } catch (error) {
      if (round > 100) throw error
      await new Promise((resolve) => setImmediate(resolve))
    }
}

const isConflict = (error: unknown): boolean =>
  String((error as { code?: string }).code).startsWith("SQLITE_BUSY")

/** A client whose statements pass the gate. */
function gateClient(client: Client, pass: Pass, rewrite: RewriteText): Client {
  const open = new Set<Transaction>()
  const disconnect = async () => {
    for (const transaction of open) transaction.close()
    return new Error("The process has ended.")
  }
  const send = <T>(text: string, command: () => Promise<T>): Promise<T> =>
    pass({ label: shortText(text), isConflict, disconnect }, command)
  const execute = (on: Pick<Client, "execute">) => async (statement: InStatement) => {
    const { sql, args = [] } = typeof statement === "string" ? { sql: statement } : statement
    let first: Awaited<ReturnType<Client["execute"]>> | undefined
    for (const text of rewrite(sql)) {
      const answer = await send(text, () => on.execute({ sql: text, args }))
      first ??= answer
    }
    return first as Awaited<ReturnType<Client["execute"]>>
  }
  return {
    protocol: client.protocol,
    execute: execute(client),
    batch: client.batch.bind(client),
    async transaction(mode: "deferred") {
      const transaction = await client.transaction(mode)
      open.add(transaction)
      return {
        execute: execute(transaction),
        executeMultiple: (text: string) => send(text, () => transaction.executeMultiple(text)),
        commit: () => send("COMMIT", () => transaction.commit()),
        close() {
          open.delete(transaction)
          transaction.close()
        },
        get closed() {
          return transaction.closed
        },
      }
    },
  } as unknown as Client
}
