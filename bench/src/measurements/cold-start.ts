import { execFile } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import Database from "libsql"
import { libsqlAdapter } from "mortise/libsql"
import { migrate } from "mortise/migrate"
import { mysql2Adapter } from "mortise/mysql2"
import { pgAdapter } from "mortise/pg"
import { createPool } from "mysql2/promise"
import pg from "pg"
import { startSimulator } from "../../../packages/workshop/src/edge/simulator.ts"
import { quickFolder } from "../../../packages/workshop/src/folders.ts"
import { openMariadb } from "../../../packages/workshop/src/servers/mariadb.ts"
import { openPostgres } from "../../../packages/workshop/src/servers/postgres.ts"
import { type RuntimeName, runtimeNames } from "../../../runtimes/results.ts"
import { bundleWorker, commandOf } from "../../../runtimes/run-cell.ts"
import { median } from "../median.ts"
import type { Settings } from "../settings.ts"
import type { Table } from "../table.ts"
import {
  type Caller,
  type ClientName,
  callers,
  clientNames,
  programOf,
  workerOf,
} from "./cold-start/programs.ts"

/** Milliseconds until the program was loaded, if its runtime tells, and until its first answer, from its start. */
type Times = { readonly loaded?: number; readonly lookup?: number; readonly whole: number }

// Inside this folder, so that the programs find the packages.
const programs = fileURLToPath(new URL("../../.cache/cold-start/", import.meta.url))

/** How long a new process takes until its first session lookup is answered, in each runtime. */
export async function coldStart({ rounds, progress }: Settings): Promise<Table[]> {
  const { urls, close } = await openStores()
  mkdirSync(programs, { recursive: true })
  try {
    const rows = []
    const cells = runtimeNames.flatMap((runtime) => clientNames.map((client) => ({ runtime, client })))
    for (const [nth, { runtime, client }] of cells.entries()) {
      // The client is a native module.
      if (runtime === "workerd" && client === "libsql") continue
      progress(nth, cells.length, `${client} in ${runtime}`)
      rows.push([runtime, client, ...(await compare(runtime, client, urls[client], rounds))])
    }
    return [{ ...text, rows }]
  } finally {
    rmSync(programs, { recursive: true, force: true })
    await close()
  }
}

const text = {
  name: "cold-start",
  title: "Cold start",
  about:
    'A new process, or a new worker in miniflare, that opens a client and looks up one session: through the adapter, as a ratio to the same statement by hand on the same client, alternately. "Loaded" is the time until all modules are loaded, "first lookup" the time from then until the answer, with the connection and what an adapter asks at its first call, and "whole" the time from the start of the process until its end. Workers show no time before an answer, so only the whole is known. Lower is faster.',
  columns: ["runtime", "client", "loaded", "first lookup", "whole", "whole, ms more"],
}

async function compare(runtime: RuntimeName, client: ClientName, url: string, rounds: number) {
  const start = {
    adapter: await starterOf(runtime, client, "adapter"),
    hand: await starterOf(runtime, client, "hand"),
  }
  const times: Record<Caller, Times[]> = { adapter: [], hand: [] }
  for (let round = 0; round <= rounds; round++)
    for (const caller of callers) {
      const taken = await start[caller](url)
      // The first round fills the caches of the system.
      if (round > 0) times[caller].push(taken)
    }
  const of = (caller: Caller, part: keyof Times) =>
    median(times[caller].map((time) => time[part] ?? Number.NaN))
  const ratio = (part: keyof Times) => {
    const found = of("adapter", part) / of("hand", part)
    return Number.isNaN(found) ? "–" : found
  }
  return [ratio("loaded"), ratio("lookup"), ratio("whole"), of("adapter", "whole") - of("hand", "whole")]
}

type Start = (url: string) => Promise<Times>

async function starterOf(runtime: RuntimeName, client: ClientName, caller: Caller): Promise<Start> {
  const file = join(programs, `${client}-${caller}.mjs`)
  if (runtime === "workerd") {
    writeFileSync(file, workerOf(client, caller))
    const built = await bundleWorker(join(programs, `${client}-${caller}`), file)
    if (typeof built !== "string") throw new Error(built.unopened)
    return (url) => inWorker(built, url)
  }
  writeFileSync(file, programOf(client, caller))
  const { command, flags } = await commandOf(runtime)
  // The program is JavaScript, and loaders would count.
  const own = flags.filter((flag) => flag !== "--import" && flag !== "tsx")
  return async (url) => {
    const from = performance.now()
    const { stdout } = await promisify(execFile)(command, [...own, file, url], { cwd: programs })
    const whole = performance.now() - from
    const [loaded, lookup, isFound] = JSON.parse(stdout)
    if (!isFound) throw new Error(`${client} in ${runtime} found no session.`)
    return { loaded, lookup, whole }
  }
}

async function inWorker(path: string, url: string): Promise<Times> {
  const from = performance.now()
  const simulator = await startSimulator({
    compatibilityDate: "2026-01-01",
    compatibilityFlags: ["nodejs_compat"],
    modulesRoot: join(path, ".."),
    modules: [{ type: "ESModule", path }],
  })
  try {
    const response = await simulator.dispatchFetch("http://worker.example/", { method: "POST", body: url })
    if ((await response.text()) !== "true") throw new Error("The worker found no session.")
    return { whole: performance.now() - from }
  } finally {
    await simulator.dispose()
  }
}

/** A store with one session for each client. */
async function openStores() {
  const [postgres, mariadb, { folder, remove }] = [await openPostgres(), await openMariadb(), quickFolder()]
  const urls = {
    pg: await postgres.database(),
    mysql2: await mariadb.database(),
    libsql: join(folder, "auth.db"),
  }
  const [pool, mysqlPool, database] = [
    new pg.Pool({ connectionString: urls.pg }),
    createPool(urls.mysql2),
    new Database(urls.libsql),
  ]
  for (const adapter of [pgAdapter(pool), mysql2Adapter(mysqlPool), libsqlAdapter(database)]) {
    await migrate(adapter)
    const { id } = await adapter.createUser({ email: "ada@example.com" })
    await adapter.createSession({ sessionToken: "token", userId: id, expires: new Date(Date.now() + 1e9) })
  }
  await Promise.all([pool.end(), mysqlPool.end(), database.close()])
  return {
    urls,
    async close() {
      await postgres.close()
      await mariadb.close()
      remove()
    },
  }
}
