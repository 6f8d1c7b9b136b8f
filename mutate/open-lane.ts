import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { LaneProgress, LaneReply, LaneRequest } from "./lane.ts"

/** Runs tests in a workspace, one request at a time. */
export type Lane = {
  readonly workspace: string
  /** The time-out is for each test. */
  run(request: LaneRequest, timeoutMs: number): Promise<LaneReply | "timed out">
  /** Ends its processes. */
  close(): void
}

const program = fileURLToPath(new URL("lane.ts", import.meta.url))

/** Opens a lane. Its process starts with the first request, and again after a timeout or a crash. */
export function openLane(workspace: string, env: Readonly<Record<string, string>>): Lane {
  let child: ChildProcess | undefined
  const close = () => {
    if (child) killGroup(child)
    child = undefined
  }
  process.once("exit", close)
  return {
    workspace,
    close,
    async run(request, timeoutMs) {
      // In a process group of its own, so that `close` also ends the processes that the tests started.
      child ??= fork(program, [workspace], {
        env: { ...process.env, ...env, MORTISE_TESTS: "usual" },
        detached: true,
        stdio: ["ignore", "ignore", "ignore", "ipc"],
      })
      const reply = await awaitReply(child, request, timeoutMs)
      if (reply === "crashed" || reply === "timed out") close()
      return reply === "crashed" ? { failed: ["the process that runs the tests"], spent: {} } : reply
    },
  }
}

function awaitReply(child: ChildProcess, request: LaneRequest, timeoutMs: number) {
  return new Promise<LaneReply | "timed out" | "crashed">((resolve) => {
    const settle = (reply: LaneReply | "timed out" | "crashed") => {
      clearTimeout(timer)
      child.removeAllListeners()
      resolve(reply)
    }
    const timer = setTimeout(settle, timeoutMs, "timed out")
    child.on("message", (message: LaneReply | LaneProgress) => {
      if (message === "test ended") timer.refresh()
      else settle(message)
    })
    child.once("exit", () => settle("crashed"))
    child.send(request)
  })
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL")
  } catch {
    // The group has ended already.
  }
}
