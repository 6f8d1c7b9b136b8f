import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { UpstashRedisAdapter } from "@auth/upstash-redis-adapter"
import { createClient } from "@libsql/client"
import { Redis } from "@upstash/redis"
import { httpAdapter } from "mortise/http"
import { libsqlAdapter } from "mortise/libsql"
import { migrate } from "mortise/migrate"
import { createServiceKey } from "mortise/server"
import type { Contestant, Engine, Measured } from "../contestant.ts"
import { type Started, startMortise, startProgram } from "./wire/start-server.ts"

/** A client whose server runs in a process of its own. */
const across = (
  name: string,
  start: () => Promise<Started>,
  client: (url: string) => unknown,
): Contestant => ({
  name,
  async open() {
    const { url, close } = await start()
    return { adapter: client(url) as Measured, close }
  },
})

/** Sends the same request as our client with the same `fetch`, and does only what is necessary on both sides. */
function bareClient(url: string, key: string): Partial<Measured> {
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    "accept-encoding": "identity",
    authorization: `Bearer ${key}`,
  }
  const nothing = async (): Promise<void> => {}
  return {
    createUser: nothing,
    createSession: nothing,
    linkAccount: nothing,
    async getSessionAndUser(token) {
      const body = JSON.stringify({ args: [token] })
      const response = await fetch(`${url}/v1/getSessionAndUser`, { method: "POST", headers, body })
      return (await response.json()).result
    },
  }
}

const restClient = (url: string, enableAutoPipelining: boolean) =>
  UpstashRedisAdapter(new Redis({ url, token: "local", enableAutoPipelining, enableTelemetry: false }))

async function openContestants(directory: string): Promise<readonly [Contestant, ...Contestant[]]> {
  const { key, record } = await createServiceKey({ id: "bench", permissions: ["operations"] })
  const shared = { MORTISE_KEYS: JSON.stringify([record]) }
  const file = `file:${join(directory, "wire.db")}`
  const onFile = async (): Promise<Started> => {
    const client = createClient({ url: file })
    await migrate(libsqlAdapter(client))
    client.close()
    return startMortise({ ...shared, MORTISE_ADAPTER: "libsql", MORTISE_DATABASE: file })
  }
  const ours = (url: string) => httpAdapter({ url, key })
  const shim = () => startProgram("./rest-shim.ts")
  return [
    across(
      "limit (bare node:http)",
      () => startProgram("./bare-server.ts"),
      (url) => bareClient(url, key),
    ),
    across("mortise/http, memory", () => startMortise({ ...shared, MORTISE_ADAPTER: "memory" }), ours),
    across("mortise/http, libsql", onFile, ours),
    across("@auth/upstash-redis-adapter", shim, (url) => restClient(url, true)),
    across("@auth/upstash-redis-adapter, no pipeline", shim, (url) => restClient(url, false)),
  ]
}

export const wire: Engine = {
  name: "wire",
  only: ["getSessionAndUser"],
  about:
    "Each client and each server in a process of its own, on the loopback interface. The limit is a bare `node:http` handler that returns a constant of the same length as our response, called with the same `fetch` once per call. Ours is `mortise serve` with a service key, on memory and on an SQLite file. The peer talks to a Map behind a shim of its protocol, with and without its automatic pipelining.",
  async open() {
    const directory = await mkdtemp(join(tmpdir(), "mortise-bench-"))
    return {
      contestants: await openContestants(directory),
      close: () => rm(directory, { recursive: true, force: true }),
    }
  },
}
