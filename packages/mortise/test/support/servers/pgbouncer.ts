import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { findBinary } from "./find-binary.ts"
import { freePort } from "./free-port.ts"
import { ownerAmong, remove, temporaryFolder } from "./owner.ts"
import { execute } from "./postgres.ts"
import { createService } from "./service.ts"

/** A pooler that gives each transaction any free connection. */
export type Pooler = { readonly url: string; close(): Promise<void> }

const binary = { name: "pgbouncer", debian: "pgbouncer" }

/** Starts pgbouncer in transaction mode, with few connections to the database so that callers share them. */
export async function startPgbouncer(database: string, connections = 3): Promise<Pooler> {
  const pgbouncer = await findBinary(binary)
  const owner = await ownerAmong("postgres")
  const folder = await temporaryFolder(owner)
  const [{ hostname, port, pathname, username }, listen] = [new URL(database), await freePort()]
  const name = pathname.slice(1)
  const [settings, users] = [join(folder, "pgbouncer.ini"), join(folder, "users.txt")]
  const lines = [
    "[databases]",
    `${name} = host=${hostname} port=${port} dbname=${name} user=${username}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${listen}`,
    `unix_socket_dir = ${folder}`,
    "auth_type = trust",
    `auth_file = ${users}`,
    "pool_mode = transaction",
    `default_pool_size = ${connections}`,
    // Round robin, so that a caller rarely gets the connection that it had before.
    "server_round_robin = 1",
    "max_client_conn = 400",
    "ignore_startup_parameters = extra_float_digits",
  ]
  await writeFile(settings, `${lines.join("\n")}\n`)
  await writeFile(users, `"${username}" ""\n`)
  const url = `postgres://${username}@127.0.0.1:${listen}/${name}`
  const service = createService({
    command: pgbouncer,
    args: [settings],
    owner,
    log: join(folder, "log"),
    probe: () => execute(url, "SELECT 1"),
    signal: "SIGTERM",
  })
  await service.start()
  return {
    url,
    close: async () => {
      await service.stop()
      await remove(folder)
    },
  }
}
