import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Server } from "../../packages/workshop/src/servers/server.ts"
import { engines } from "../engines.ts"
import { versionOf } from "../version-of.ts"
import { type AdapterFile, libraryFolder, type NamedStore } from "./entries.ts"
import type { FailedEntry, Outcome, RawEntry, Replay } from "./scoreboard.ts"

const run = promisify(execFile)
// Ends a run that hangs. The slowest one takes some minutes on two busy cores.
const timeoutMs = 45 * 60_000

/** The environment of the processes, and a function that closes the servers. */
export type Servers = { readonly environment: NodeJS.ProcessEnv; close(): Promise<void> }

/** Opens the servers of these stores once. Each process creates its own databases on them. */
export async function openServers(stores: readonly string[]): Promise<Servers> {
  const environment: NodeJS.ProcessEnv = { ...process.env }
  const servers: Server[] = []
  for (const [name, { variable, open }] of Object.entries(engines)) {
    if (variable === undefined || !stores.includes(name)) continue
    const server = await open()
    servers.push(server)
    environment[variable] = await server.database()
  }
  return { environment, close: async () => void (await Promise.all(servers.map((server) => server.close()))) }
}

/** The stores of a file, or why it cannot be imported. */
export async function storesOf(of: AdapterFile): Promise<NamedStore[] | FailedEntry> {
  try {
    const { stores } = await callProcess<{ stores: string[] }>([of.library, of.file], process.env)
    return stores.map((store) => ({ ...of, store }))
  } catch (error) {
    return failed({ ...of, name: of.file }, reasonOf(error))
  }
}

/** Measures an adapter on a store in its own process. */
export async function measure(
  of: NamedStore,
  { environment }: Servers,
  only?: string,
): Promise<RawEntry | FailedEntry> {
  const { library, file, store } = of
  const once = () =>
    callProcess<RawEntry>([library, file, store, ...(only === undefined ? [] : [only])], environment)
  const name = `${file}-on-${store}`
  try {
    const measured = await once()
    if (!isEmulator(store) || !measured.results.some(hadNoAnswer)) return measured
    // It may be the fault of a busy machine.
    process.stderr.write("calls were not answered, trying again … ")
    const again = await once()
    if (!again.results.some(hadNoAnswer)) return again
    return failed({ library, name }, "the emulator did not answer, or failed with an internal error, twice")
  } catch (error) {
    return failed({ library, name }, reasonOf(error))
  }
}

/** Records a case in its own process; undefined if it does not fail, or cannot be recorded. */
export async function record(
  { library, file, store }: NamedStore,
  { environment }: Servers,
  id: string,
): Promise<Replay | undefined> {
  try {
    const args = [library, file, store, id, "record"]
    return (await callProcess<{ replay?: Replay }>(args, environment)).replay
  } catch (error) {
    process.stderr.write(`${id}: ${reasonOf(error)} … `)
    return undefined
  }
}

const isEmulator = (store: string): boolean => !(store in engines) && !["memory", "sqlite"].includes(store)

/** Whether a case ran out of time, or met a failed assertion inside miniflare: neither is the fault of an adapter. */
const hadNoAnswer = ({ error }: Outcome): boolean =>
  error !== undefined &&
  (error.expected.startsWith("an answer within") || error.received.includes("(ERR_ASSERTION)"))

async function callProcess<T>(args: readonly string[], env: NodeJS.ProcessEnv): Promise<T> {
  const program = fileURLToPath(new URL("./entry-process.ts", import.meta.url))
  const options = { maxBuffer: 1e9, timeout: timeoutMs, killSignal: "SIGKILL", env } as const
  const { stdout } = await run(process.execPath, ["--import", "tsx", program, ...args], options)
  return JSON.parse(stdout)
}

const failed = (
  { library, name }: { library: NamedStore["library"]; name: string },
  problem: string,
): FailedEntry => ({
  id: `${library}/${name}`,
  library,
  name,
  measured: new Date().toISOString(),
  node: process.versions.node,
  suite: versionOf("@mortise/conformance", libraryFolder(library)),
  problem,
})

/** The line with the error, without the folders of this machine. */
function reasonOf(error: unknown): string {
  const { stderr = "", killed, signal } = error as { stderr?: string; killed?: boolean; signal?: string }
  if (killed) return `not finished after ${timeoutMs / 60_000} minutes`
  const line = stderr.split("\n").find((text) => /^\w*Error\b/.test(text))
  if (line === undefined)
    return `the process ended${signal ? ` with ${signal}` : ""} before it printed a result`
  return line.replaceAll(/(?:\/[\w.@+-]+)+\//g, "").slice(0, 200)
}
