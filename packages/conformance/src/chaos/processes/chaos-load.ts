/// <reference types="node" />
import { type ChildProcess, fork } from "node:child_process"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ChaosCall } from "../chaos-call.ts"
import type { ChaosFinding } from "../finding.ts"
import { parseCalls } from "../record-calls.ts"

/** The module whose factories every process of the load calls, and how to start the processes. */
export type LoadOptions = {
  readonly module: URL | string
  /** Default: 3. */
  readonly processes?: number
  /** Node flags of the processes. Default: the flags of this process. */
  readonly execArgv?: readonly string[]
}

/** Processes that call a cluster. */
export type ChaosLoad = {
  /** Ends a process with SIGKILL in the middle of its calls, and starts another one. */
  killOne(): Promise<void>
  /** Stops all processes and returns what they recorded, and which of them crashed or did not end. */
  stop(): Promise<{ readonly calls: readonly ChaosCall[]; readonly findings: readonly ChaosFinding[] }>
}

type Worker = { readonly child: ChildProcess; readonly file: string; isKilled: boolean }

// Longer than the timeouts of the adapters: a process that still runs then has a call without an end.
const stopMs = 60_000

export async function startLoad(options: LoadOptions): Promise<ChaosLoad> {
  const folder = await mkdtemp(join(tmpdir(), "mortise-chaos-"))
  const run = crypto.randomUUID().slice(0, 8)
  const workers: Worker[] = []
  const add = async () => {
    const name = String(workers.length)
    const worker = startWorker(options, join(folder, name), run, name)
    workers.push(worker)
    await waitUntilOpen(worker)
  }
  const killAll = async () => {
    for (const { child } of workers) child.kill("SIGKILL")
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await Promise.all(Array.from({ length: options.processes ?? 3 }, add))
  } catch (error) {
    await killAll()
    throw error
  }
  return {
    async killOne() {
      const worker = workers.find(({ isKilled }) => !isKilled)
      if (worker) worker.isKilled = true
      worker?.child.kill("SIGKILL")
      // During an outage, the next process may be unable to open its adapter.
      await add().catch(() => {
        for (const lastWorker of workers.slice(-1)) lastWorker.isKilled = true
      })
    },
    async stop() {
      const findings = (await Promise.all(workers.map(end))).flat()
      const texts = await Promise.all(workers.map(({ file }) => readFile(file, "utf8").catch(() => "")))
      await killAll()
      return { calls: texts.flatMap(parseCalls), findings }
    },
  }
}

function startWorker({ module, execArgv }: LoadOptions, file: string, run: string, name: string): Worker {
  // The worker is next to this file, both in the source and in the build.
  const program = new URL(import.meta.url.replace(/chaos-load(\.\w+)$/, "chaos-worker$1"))
  const child = fork(program, [String(module), file, run, name], {
    // Not stdout, which may be a report for programs. Its errors may hold secrets, so they are not part of a finding.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    ...(execArgv && { execArgv: [...execArgv] }),
  })
  return { child, file, isKilled: false }
}

const waitUntilOpen = ({ child }: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once("message", () => resolve())
    child.once("error", reject)
    child.once("exit", () =>
      reject(new Error("A process of the load could not start: see its output above.")),
    )
  })

/** Stops a process. Returns a finding if it had ended before, or does not end. */
async function end(worker: Worker): Promise<readonly ChaosFinding[]> {
  const { child } = worker
  if (worker.isKilled) return []
  const subject = `process ${child.pid}`
  const isEnded = child.exitCode !== null || child.signalCode !== null
  const ended = new Promise<"ended">((resolve) => child.once("exit", () => resolve("ended")))
  if (!isEnded) child.send("stop", () => {})
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, stopMs, "late")
  })
  const how = isEnded ? "ended" : await Promise.race([ended, late])
  clearTimeout(timer)
  if (how === "late") return [{ check: "deadline", subject, detail: "a call of the process has no answer" }]
  if (child.exitCode === 0) return []
  const detail = `ended with ${child.signalCode ?? `code ${child.exitCode}`}: see its output above`
  return [{ check: "crash", subject, detail }]
}
