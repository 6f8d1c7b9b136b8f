import { connect } from "node:net"
import { join } from "node:path"
import { findBinary } from "./find-binary.ts"
import { freePort } from "./free-port.ts"
import { ownerAmong, remove, temporaryFolder } from "./owner.ts"
import { createService } from "./service.ts"

/** A Redis server that the tests started and may stop or kill. */
export type RedisServer = {
  readonly port: number
  start(): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
  /** Stops the process without ending it, like a host that hangs. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  close(): Promise<void>
}

export const redisBinary = { name: "redis-server", debian: "redis-server" }

/** Starts a Redis server in a temporary folder. `program` is another server that takes the same settings. */
export async function startRedis(settings: readonly string[] = [], program?: string): Promise<RedisServer> {
  const command = program ?? (await findBinary(redisBinary))
  const owner = await ownerAmong("redis")
  const folder = await temporaryFolder(owner)
  const port = await freePort()
  const service = createService({
    command,
    args: [
      ...["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no"],
      ...["--repl-diskless-sync-delay", "0"],
      ...settings,
    ],
    owner,
    log: join(folder, "log"),
    probe: () => pingRedis(port),
    signal: "SIGTERM",
  })
  await service.start()
  return {
    port,
    ...service,
    close: async () => {
      await service.kill()
      await remove(folder)
    },
  }
}

/** Succeeds once the server answers, even if only to ask for a password. */
export const pingRedis = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"))
    socket.once("data", (data) => {
      socket.destroy()
      if (/^(\+PONG|-NOAUTH)/.test(String(data))) resolve()
      else reject(new Error(String(data)))
    })
    socket.once("error", reject)
  })
