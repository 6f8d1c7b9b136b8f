import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, openSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { type Owner, runAs } from "./owner.ts"
import { until } from "./until.ts"

export type ServiceOptions = {
  readonly command: string
  readonly args: readonly string[]
  readonly owner: Owner
  /** The file to which its output is appended. */
  readonly log: string
  /** Succeeds once the server answers. */
  readonly probe: () => Promise<unknown>
  /** The signal that shuts it down cleanly. */
  readonly signal: NodeJS.Signals
  /** How long it may take to answer. Default: that of `until`. */
  readonly patienceMs?: number
}

/** A server in a child process. */
export type Service = {
  start(): Promise<void>
  /** Shuts it down cleanly. */
  stop(): Promise<void>
  /** Ends it and its child processes with SIGKILL. */
  kill(): Promise<void>
  /** Stops it and its child processes without ending them, like a host that hangs. */
  freeze(): Promise<void>
  thaw(): Promise<void>
}

// A server must end with the tests that started it, however they end.
const guardian = existsSync("/usr/bin/setpriv") ? ["/usr/bin/setpriv", "--pdeathsig", "KILL"] : []

/** Starts a server and waits until it answers. */
export function createService({
  command,
  args,
  owner,
  log,
  probe,
  signal,
  patienceMs,
}: ServiceOptions): Service {
  let child: ChildProcess | undefined
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null

  const end = async (by: NodeJS.Signals): Promise<void> => {
    if (!child || !isRunning()) return
    const ended = new Promise((resolve) => child?.once("exit", resolve))
    child.kill(by)
    await ended
  }

  const signalAll = async (by: NodeJS.Signals): Promise<void> => {
    if (!child?.pid || !isRunning()) return
    // The parent first, so that it starts no further children.
    signalQuietly(child.pid, by)
    for (const pid of await childrenOf(child.pid)) signalQuietly(pid, by)
  }

  return {
    async start() {
      const output = openSync(log, "a")
      const [program = command, ...before] = [...guardian, command]
      child = spawn(program, [...before, ...args], { ...runAs(owner), stdio: ["ignore", output, output] })
      const server = child
      // A server that has started may end after its log was removed.
      let isStarting = true
      const failed = new Promise<never>((_, reject) => {
        server.once("error", reject)
        server.once("exit", async () => {
          if (isStarting) reject(new Error(`${command} ended: ${await tail(log)}`))
        })
      })
      await Promise.race([until(`${command} to answer`, probe, patienceMs), failed]).finally(() => {
        isStarting = false
      })
    },
    stop: () => end(signal),
    async kill() {
      const started = await childrenOf(child?.pid)
      await end("SIGKILL")
      for (const pid of started) signalQuietly(pid, "SIGKILL")
    },
    freeze: () => signalAll("SIGSTOP"),
    thaw: () => signalAll("SIGCONT"),
  }
}

/** The processes that a process has started. */
export async function childrenOf(pid: number | undefined): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "")
  return list.split(" ").filter(Boolean).map(Number)
}

/** Sends a signal to a process that may have ended. */
export function signalQuietly(pid: number, by: NodeJS.Signals): void {
  try {
    process.kill(pid, by)
  } catch {
    // The process has ended already.
  }
}

const tail = async (file: string): Promise<string> => (await readFile(file, "utf8")).slice(-2000)
