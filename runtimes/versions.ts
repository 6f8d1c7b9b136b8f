import { execFile } from "node:child_process"
import { createRequire } from "node:module"
import { promisify } from "node:util"
import { sqldBinary } from "../packages/workshop/src/runtimes/runtimes.ts"
import { findBinary } from "../packages/workshop/src/servers/find-binary.ts"
import { mariadbBinary } from "../packages/workshop/src/servers/mariadb.ts"
import { postgresBinary } from "../packages/workshop/src/servers/postgres.ts"
import { redisBinary } from "../packages/workshop/src/servers/redis.ts"
import type { RuntimeName } from "./results.ts"
import { commandOf } from "./run-cell.ts"

const run = promisify(execFile)
const own = createRequire(import.meta.url)
const simulator = createRequire(new URL("../packages/workshop/src/edge/package.json", import.meta.url))

const versionIn = (text: string): string => /\d+\.\d[\w.]*/.exec(text)?.[0] ?? text.trim()

const printedBy = async (command: string): Promise<string> =>
  versionIn((await run(command, ["--version"])).stdout)

/** The version of an installed package of this folder. */
export const packageVersion = (name: string): string => own(`./node_modules/${name}/package.json`).version

/** The version of a runtime, as it prints it. */
export async function runtimeVersion(name: RuntimeName): Promise<string> {
  if (name === "workerd") return simulator("workerd/package.json").version
  const version = await printedBy((await commandOf(name)).command)
  if (name === "node-20" && !version.startsWith("20."))
    throw new Error(
      `The column of Node 20 is the Node that runs this command, which is ${version}: use Node 20.`,
    )
  return version
}

/** The versions of the servers and of the simulator. */
export const serverVersions = async (): Promise<Readonly<Record<string, string>>> => ({
  PostgreSQL: await printedBy(await findBinary(postgresBinary("postgres"))),
  MariaDB: await printedBy(await findBinary(mariadbBinary("mariadbd"))),
  Redis: await printedBy(await findBinary(redisBinary)),
  "libSQL server": await printedBy(await sqldBinary()),
  miniflare: simulator("miniflare/package.json").version,
  wrangler: simulator("wrangler/package.json").version,
})
