import { execFile } from "node:child_process"
import { mkdir, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Peer } from "./registry.ts"

export type Outcome = {
  readonly id: string
  readonly title: string
  readonly status: string
  /** Why it was not asked. */
  readonly reason?: string
  readonly error?: { readonly expected: string; readonly received: string }
}

export type Measured = Readonly<Record<"passed" | "failed" | "warned" | "skipped", number>> & {
  readonly results: readonly Outcome[]
}

/** A peer and what the suite found; or what kept it from finding anything. */
export type Row = { readonly peer: Peer } & (
  | { readonly measured: Measured; readonly trouble?: never }
  | { readonly measured?: never; readonly trouble: string }
)

const run = promisify(execFile)
const one = fileURLToPath(new URL("./measure-one.ts", import.meta.url))
/** Where whole reports stay for a closer look. */
const cache = new URL("../.cache/peers/", import.meta.url)
// There to end what hangs; the slowest takes a minute on two busy cores.
const patienceInMs = 15 * 60_000
const outOfTime = "calls got no answer within a minute, twice"

/** Measures each in a process of its own, one after the other, and says how far it is. */
export async function measureAll(
  peers: readonly Peer[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Row[]> {
  const rows: Row[] = []
  for (const [nth, peer] of peers.entries()) {
    process.stderr.write(`${nth + 1} of ${peers.length}: ${peer.name} … `)
    const start = performance.now()
    const row = await measure(peer, environment)
    const outcome = row.measured ? `${row.measured.failed} musts fail` : row.trouble
    process.stderr.write(`${outcome}, ${((performance.now() - start) / 1000).toFixed(0)} s\n`)
    rows.push(row)
  }
  return rows
}

async function measure(peer: Peer, environment: Readonly<Record<string, string>>): Promise<Row> {
  try {
    const measured = await measureOnce(peer, environment)
    if (!measured.results.some(ranOutOfTime)) return { peer, measured }
    // A busy machine says nothing about an adapter.
    process.stderr.write("out of time, once more … ")
    const again = await measureOnce(peer, environment)
    return again.results.some(ranOutOfTime) ? { peer, trouble: outOfTime } : { peer, measured: again }
  } catch (error) {
    return { peer, trouble: reasonOf(error) }
  }
}

async function measureOnce({ name }: Peer, environment: Readonly<Record<string, string>>): Promise<Measured> {
  const { stdout } = await run(process.execPath, ["--import", "tsx", one, name], {
    maxBuffer: 1e8,
    timeout: patienceInMs,
    killSignal: "SIGKILL",
    env: { ...process.env, ...environment },
  })
  await mkdir(cache, { recursive: true })
  await writeFile(new URL(`${name}.json`, cache), stdout)
  return JSON.parse(stdout)
}

const ranOutOfTime = ({ error }: Outcome): boolean => error?.expected.startsWith("an answer within") ?? false

/** The line that names the error, without folders of this machine. */
function reasonOf(error: unknown): string {
  const { stderr = "", killed } = error as { stderr?: string; killed?: boolean }
  if (killed) return `no end after ${patienceInMs / 60_000} minutes`
  const line = stderr.split("\n").find((text) => /^\w*Error\b/.test(text)) ?? String(error)
  return line.replaceAll(/(?:\/[\w.@+-]+)+\//g, "").slice(0, 200)
}
