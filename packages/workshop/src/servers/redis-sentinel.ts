import { chown, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { findBinary } from "./find-binary.ts"
import { freePort } from "./free-port.ts"
import { ownerAmong, remove, temporaryFolder } from "./owner.ts"
import { pingRedis, type RedisServer, redisBinary, startRedis } from "./redis.ts"
import { createService, type Service } from "./service.ts"

/** A primary, a replica, and three Sentinels that promote the replica when the primary is gone. */
export type RedisSentinel = {
  /** The name under which the Sentinels know the primary. */
  readonly name: string
  readonly sentinels: readonly { readonly host: string; readonly port: number }[]
  readonly primary: RedisServer
  readonly replica: RedisServer
  close(): Promise<void>
}

const name = "mortise"

/** Starts them in temporary folders. A failover takes about three seconds. */
export async function startRedisSentinel(): Promise<RedisSentinel> {
  const primary = await startRedis()
  const replica = await startRedis(["--replicaof", "127.0.0.1", String(primary.port)])
  const watching = await Promise.all([1, 2, 3].map(() => startWatching(primary.port)))
  return {
    name,
    sentinels: watching.map(({ port }) => ({ host: "127.0.0.1", port })),
    primary,
    replica,
    close: async () => {
      for (const { service, folder } of watching) {
        await service.kill()
        await remove(folder)
      }
      await primary.close()
      await replica.close()
    },
  }
}

async function startWatching(primary: number): Promise<{ port: number; folder: string; service: Service }> {
  const command = await findBinary(redisBinary)
  const owner = await ownerAmong("redis")
  const folder = await temporaryFolder(owner)
  const port = await freePort()
  const settings = join(folder, "sentinel.conf")
  const lines = [
    `port ${port}`,
    "bind 127.0.0.1",
    `dir ${folder}`,
    `sentinel monitor ${name} 127.0.0.1 ${primary} 2`,
    // With less than a second, Sentinels take the new primary for dead before their first ping, and replace it too.
    `sentinel down-after-milliseconds ${name} 2000`,
    `sentinel failover-timeout ${name} 5000`,
  ]
  await writeFile(settings, `${lines.join("\n")}\n`)
  // A Sentinel writes what it learns into its settings.
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(settings, owner.uid, owner.gid)
  const service = createService({
    command,
    args: [settings, "--sentinel"],
    owner,
    log: join(folder, "log"),
    probe: () => pingRedis(port),
    signal: "SIGTERM",
  })
  await service.start()
  return { port, folder, service }
}
