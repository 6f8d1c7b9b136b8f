import { execFile } from "node:child_process"
import { mkdir, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Peer } from "./registry.ts"

export type Outcome = {
  readonly id: string
  readonly title: string
  readonly status: string
  /** In how many runs it failed, if it was run several times. */
  readonly seen?: number
  /** Why it was skipped. */
  readonly reason?: string
  readonly error?: { readonly expected: string; readonly received: string }
}

export type Measured = Readonly<Record<"passed" | "failed" | "warned" | "skipped", number>> & {
  readonly results: readonly Outcome[]
}

type Named = { readonly name: string }

/** A peer and its results, or the reason why it could not be measured. */
export type Row<Of extends Named = Peer> = { readonly peer: Of } & (
  | { readonly measured: Measured; readonly problem?: never }
  | { readonly measured?: never; readonly problem: string }
)

type How = {
  /** Measures the peer that its argument names, and prints the report. */
  readonly program?: URL
  /** The folder of the full reports. */
  readonly reports?: URL
  readonly environment?: Readonly<Record<string, string>>
  /** Whether a call that was not answered is a result. Default: the peer is measured once more. */
  readonly keepsUnanswered?: boolean
}

const run = promisify(execFile)
// Ends a run that hangs. The slowest one takes a minute on two busy cores.
const timeoutMs = 15 * 60_000
const noAnswers = "the emulator did not answer, or failed with an internal error, in two runs"

/** Measures each peer in its own process, one after the other, and prints the progress. */
export async function measureAll<Of extends Named>(peers: readonly Of[], how: How = {}): Promise<Row<Of>[]> {
  const rows: Row<Of>[] = []
  for (const [nth, peer] of peers.entries()) {
    process.stderr.write(`${nth + 1} of ${peers.length}: ${peer.name} … `)
    const start = performance.now()
    const row = await measure(peer, how)
    const outcome = row.measured ? `${row.measured.failed} musts fail` : row.problem
    process.stderr.write(`${outcome}, ${((performance.now() - start) / 1000).toFixed(0)} s\n`)
    rows.push(row)
  }
  return rows
}

async function measure<Of extends Named>(peer: Of, how: How): Promise<Row<Of>> {
  try {
    const measured = await measureOnce(peer, how)
    if (how.keepsUnanswered || !measured.results.some(hadNoAnswer)) return { peer, measured }
    // It may be the fault of a busy machine.
    process.stderr.write("calls were not answered, trying again … ")
    const again = await measureOnce(peer, how)
    return again.results.some(hadNoAnswer) ? { peer, problem: noAnswers } : { peer, measured: again }
  } catch (error) {
    return { peer, problem: reasonOf(error) }
  }
}

async function measureOnce({ name }: Named, how: How): Promise<Measured> {
  const {
    program = new URL("./measure-one.ts", import.meta.url),
    reports = new URL("../.cache/peers/", import.meta.url),
    environment,
  } = how
  const { stdout } = await run(process.execPath, ["--import", "tsx", fileURLToPath(program), name], {
    maxBuffer: 1e8,
    timeout: timeoutMs,
    killSignal: "SIGKILL",
    env: { ...process.env, ...environment },
  })
  await mkdir(reports, { recursive: true })
  await writeFile(new URL(`${name}.json`, reports), stdout)
  return JSON.parse(stdout)
}

/** Whether a case ran out of time, or met a failed assertion inside miniflare: neither is the fault of an adapter. */
const hadNoAnswer = ({ error }: Outcome): boolean =>
  error !== undefined &&
  (error.expected.startsWith("an answer within") || error.received.includes("(ERR_ASSERTION)"))

/** The line with the error, without the folders of this machine. */
function reasonOf(error: unknown): string {
  const { stderr = "", killed } = error as { stderr?: string; killed?: boolean }
  if (killed) return `not finished after ${timeoutMs / 60_000} minutes`
  const line = stderr.split("\n").find((text) => /^\w*Error\b/.test(text)) ?? String(error)
  return line.replaceAll(/(?:\/[\w.@+-]+)+\//g, "").slice(0, 200)
}
