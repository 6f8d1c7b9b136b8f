import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { root } from "../../../../../../scripts/ensure-install.mjs"
import { fileVariable } from "./shared-file.ts"

/** A program of these tests in its own process, on a file. */
export type Running = {
  /** Waits until it has printed this many lines. */
  wrote(lines: number): Promise<void>
  /** Lets it start, if it waits for that. */
  go(): void
  /** Kills it if it is still running, and returns the lines that it printed. */
  kill(): Promise<string[]>
  /** Waits for its end, and returns the lines that it printed. */
  end(): Promise<string[]>
}

export function startProgram(program: URL, file: string): Running {
  const child = spawn(process.execPath, ["--import", "tsx", program.pathname], {
    cwd: root,
    env: { ...process.env, [fileVariable]: file },
    stdio: ["pipe", "pipe", "inherit"],
  })
  let written = ""
  // The last line may be incomplete.
  const lines = () => written.split("\n").slice(0, -1)
  child.stdout?.setEncoding("utf8").on("data", (part: string) => {
    written += part
  })
  const closed = once(child, "close")
  return {
    async wrote(count) {
      while (lines().length < count && child.exitCode === null) await once(child.stdout ?? child, "data")
    },
    go: () => void child.stdin?.end("go"),
    kill: () => endOf(child, closed, "SIGKILL").then(lines),
    end: () => endOf(child, closed).then(lines),
  }
}

async function endOf(child: ChildProcess, closed: Promise<unknown>, signal?: "SIGKILL"): Promise<void> {
  if (signal) child.kill(signal)
  await closed
  if (!signal && child.exitCode !== 0) throw new Error(`A program ended with code ${child.exitCode}.`)
}
