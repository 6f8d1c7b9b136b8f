import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { root } from "../../../../scripts/ensure-install.mjs"
import { freePort } from "./free-port.ts"
import { serveMysql } from "./mariadb.ts"
import { ownerAmong, runAs, temporaryFolder } from "./owner.ts"
import type { OwnServer } from "./server.ts"

const run = promisify(execFile)
const fetched = join(root, ".cache", "mysql", "mysqld")

/** The `mysqld` that MORTISE_MYSQL names, or that scripts/fetch-mysql.sh has fetched. Debian's stable suites have none. */
export const mysqld: string | undefined =
  process.env["MORTISE_MYSQL"] ?? (existsSync(fetched) ? fetched : undefined)

const settings = [
  "--bind-address=127.0.0.1",
  "--mysqlx=OFF",
  "--secure-file-priv=NULL",
  "--skip-log-bin",
  "--performance-schema=OFF",
  "--innodb-buffer-pool-size=64M",
  "--innodb-flush-log-at-trx-commit=0",
  "--innodb-doublewrite=OFF",
]

/** Starts MySQL in a temporary folder. */
export async function startMysql(program: string): Promise<OwnServer> {
  const owner = await ownerAmong("mysql")
  const folder = await temporaryFolder(owner)
  const [data, port] = [join(folder, "data"), await freePort()]
  const always = ["--no-defaults", `--datadir=${data}`, `--tmpdir=${folder}`]
  await run(program, [...always, "--initialize-insecure", "--skip-log-bin"], runAs(owner))
  const files = [`--socket=${join(folder, "socket")}`, `--pid-file=${join(folder, "pid")}`]
  const args = [...always, `--port=${port}`, ...files, ...settings]
  return serveMysql({ folder, port, owner, command: program, args })
}
