import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { createConnection } from "mysql2/promise"
import { findServerFolder } from "../folders.ts"
import { findBinary } from "./find-binary.ts"
import { freePort } from "./free-port.ts"
import { type Owner, ownerAmong, remove, runAs, temporaryFolder } from "./owner.ts"
import { databaseName, type OwnServer, type Server, type ServerOptions, withDatabase } from "./server.ts"
import { createService } from "./service.ts"
import { fromTemplate } from "./template.ts"

const run = promisify(execFile)

/** Names a running server to use instead of a new one. */
export const mariadbVariable = "MORTISE_MARIADB_URL"

/** A program of MariaDB. */
export const mariadbBinary = (name: string) => ({ name, debian: "mariadb-server", variable: mariadbVariable })

const accounts = ["--auth-root-authentication-method=normal", "--skip-test-db"]
const fast = ["--innodb-flush-log-at-trx-commit=0", "--skip-innodb-doublewrite"]
const small = ["--innodb-buffer-pool-size=64M", "--innodb-log-file-size=32M", "--performance-schema=OFF"]

/** MariaDB: the server that MORTISE_MARIADB_URL names, or a new one. */
export async function openMariadb(options?: ServerOptions): Promise<Server> {
  const named = process.env[mariadbVariable]
  return named ? databasesAt(named) : startMariadb(options)
}

/** Starts MariaDB in a temporary folder. */
export async function startMariadb({ durable, settings = [] }: ServerOptions = {}): Promise<OwnServer> {
  const install = await findBinary(mariadbBinary("mariadb-install-db"))
  const mariadbd = await findBinary(mariadbBinary("mariadbd"))
  const owner = await ownerAmong("mysql")
  const folder = await temporaryFolder(owner, durable ? undefined : findServerFolder())
  const [data, port] = [join(folder, "data"), await freePort()]
  await fromTemplate(mariadbd, owner, data, (to) =>
    run(install, ["--no-defaults", `--datadir=${to}`, ...accounts, ...small], runAs(owner)),
  )
  const network = [`--port=${port}`, "--bind-address=127.0.0.1", "--skip-name-resolve"]
  const files = [
    `--socket=${join(folder, "socket")}`,
    `--pid-file=${join(folder, "pid")}`,
    `--tmpdir=${folder}`,
  ]
  const args = ["--no-defaults", `--datadir=${data}`, ...network, ...files, ...small]
  return serveMysql({
    folder,
    port,
    owner,
    command: mariadbd,
    args: [...args, ...(durable ? [] : fast), ...settings],
  })
}

type MysqlService = {
  readonly folder: string
  readonly port: number
  readonly owner: Owner
  readonly command: string
  readonly args: readonly string[]
}

/** Starts a server that speaks the protocol of MySQL. Its folder is removed when it is closed. */
export async function serveMysql({ folder, port, owner, command, args }: MysqlService): Promise<OwnServer> {
  const url = `mysql://root@127.0.0.1:${port}/mysql`
  const log = join(folder, "log")
  const service = createService({
    command,
    args,
    owner,
    log,
    probe: () => execute(url, "SELECT 1"),
    signal: "SIGTERM",
  })
  await service.start()
  return {
    ...service,
    port,
    log,
    database: databasesAt(url).database,
    close: async () => {
      await service.stop()
      await remove(folder)
    },
  }
}

/** Creates databases on a server for the tests, and drops them at the end. */
function databasesAt(url: string): Server {
  const made: string[] = []
  return {
    async database() {
      const name = databaseName()
      await execute(url, `CREATE DATABASE ${name}`)
      made.push(name)
      return withDatabase(url, name)
    },
    async close() {
      for (const name of made) await execute(url, `DROP DATABASE ${name}`)
    },
  }
}

/** Runs statements on a separate connection. */
export async function execute(url: string, ...statements: readonly string[]): Promise<void> {
  const connection = await createConnection(url)
  try {
    for (const statement of statements) await connection.query(statement)
  } finally {
    await connection.end()
  }
}
