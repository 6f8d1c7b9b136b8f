import { createServer, type Server, type Socket } from "node:net"
import { createClient } from "@libsql/client"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { freePort } from "../../../../workshop/src/servers/free-port.ts"
import type { Adapter, ErrorCode } from "../../../src/index.ts"
import { libsqlAdapter } from "../../../src/stores/sql/adapters/libsql-adapter.ts"
import type { SqlOptions } from "../../../src/stores/sql/sql-adapter.ts"
import { type Engine, mariadb, mysql2, pg, postgresJs } from "../../support/engines.ts"
import { canary, failure } from "../../support/failure.ts"
import { someone } from "../../support/people.ts"
import { withShortRetries } from "./support/short-retries.ts"

type Client = {
  readonly name: string
  /** What a call fails as whose connection is reset: libsql has sent it, postgres.js may have sent a first question. */
  readonly whenReset: ErrorCode
  open(at: string, options?: SqlOptions): { adapter: Adapter; close(): Promise<unknown> }
}

const ofEngine = (
  scheme: string,
  { name, connect }: Engine,
  whenReset: ErrorCode = "unavailable",
): Client => ({
  name,
  whenReset,
  open(at, options) {
    const { adapter, close } = connect(`${scheme}://ada:${canary}@${at}/app`)
    return { adapter: adapter(options), close }
  },
})

const libsql: Client = {
  name: "libsql",
  whenReset: "indeterminate",
  open(at, options) {
    const client = createClient({ url: `http://${at}`, authToken: canary })
    return { adapter: libsqlAdapter(client, options), close: async () => client.close() }
  },
}

const clients = [
  ofEngine("postgres", pg),
  ofEngine("postgres", postgresJs, "transient"),
  ofEngine("mysql", mysql2),
  ofEngine("mysql", mariadb),
  libsql,
]

/** A server that does one thing to every connection. */
async function listening(onConnection: (socket: Socket) => void): Promise<[string, Server]> {
  const server = createServer((socket) => {
    socket.on("error", () => {})
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return [`127.0.0.1:${(server.address() as { port: number }).port}`, server]
}

let resetting: readonly [string, Server]
let silent: readonly [string, Server]
const held = new Set<Socket>()
const letGo = () => {
  for (const socket of held) socket.destroy()
}
beforeAll(async () => {
  // Later than the client notices that it is connected.
  resetting = await listening((socket) => void setTimeout(() => socket.resetAndDestroy(), 50))
  silent = await listening((socket) => held.add(socket))
})
afterAll(() => {
  letGo()
  for (const [, server] of [resetting, silent]) server?.close()
})

describe.each(clients)("$name and a server that cannot be reached", (client) => {
  const causeOf = async (at: string, code: ErrorCode) => {
    const { adapter, close } = client.open(at)
    const { cause } = await withShortRetries(() => failure(adapter.createUser(someone()), code))
    await close().catch(() => {})
    return cause instanceof Error ? cause.message : undefined
  }

  test("the cause of the error says why, without the password", async () => {
    const [refused, unknown, reset] = await Promise.all([
      causeOf(`127.0.0.1:${await freePort()}`, "unavailable"),
      causeOf("nowhere.invalid:5432", "unavailable"),
      causeOf(resetting[0], client.whenReset),
    ])
    expect(refused).toContain("ECONNREFUSED")
    expect(unknown).toMatch(/ENOTFOUND|EAI_AGAIN/)
    expect(reset).toMatch(/ECONNRESET|UND_ERR_SOCKET/)
  })

  test("a server that accepts connections and does not answer is given up at the deadline", async () => {
    const { adapter, close } = client.open(silent[0], { timeoutSeconds: 0.5 })
    await failure(adapter.createUser(someone()), client === libsql ? "indeterminate" : "unavailable")
    letGo()
    await close().catch(() => {})
  })
})
