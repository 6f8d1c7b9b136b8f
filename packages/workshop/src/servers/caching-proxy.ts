import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { findBinary } from "./find-binary.ts"
import { freePort } from "./free-port.ts"
import { ownerAmong, remove, temporaryFolder } from "./owner.ts"
import { createService } from "./service.ts"

/** A shared cache in front of a server. Its responses say in `x-cache` whether they were stored before. */
export type CachingProxy = { readonly origin: string; close(): Promise<void> }

const modules = ["mpm_event", "authz_core", "cache", "cache_disk", "proxy", "proxy_http"]

/** Starts Apache, which stores whatever the standard allows, cookies included. */
export async function startCachingProxy(target: string): Promise<CachingProxy> {
  const apache = await findBinary({ name: "apache2", debian: "apache2" })
  const owner = await ownerAmong("www-data")
  const [folder, port] = [await temporaryFolder(owner), await freePort()]
  const settings = join(folder, "apache.conf")
  const lines = [
    ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    `ServerRoot ${folder}`,
    `DefaultRuntimeDir ${folder}`,
    `PidFile ${folder}/pid`,
    `ErrorLog ${folder}/errors`,
    "ServerName localhost",
    `Listen 127.0.0.1:${port}`,
    "StartServers 1",
    "CacheQuickHandler on",
    "CacheEnable disk /",
    `CacheRoot ${folder}`,
    "CacheHeader on",
    `ProxyPass / ${target}/`,
  ]
  await writeFile(settings, `${lines.join("\n")}\n`)
  const origin = `http://127.0.0.1:${port}`
  const service = createService({
    command: apache,
    args: ["-f", settings, "-D", "FOREGROUND"],
    owner,
    log: join(folder, "log"),
    probe: () => fetch(`${origin}/control`),
    signal: "SIGTERM",
  })
  await service.start()
  return {
    origin,
    close: async () => {
      await service.stop()
      await remove(folder)
    },
  }
}
