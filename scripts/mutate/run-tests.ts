import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"

export type TestRun = {
  readonly outcome: "passed" | "failed" | "timed out"
  readonly output: string
}

export type TestOptions = {
  /** Files, in the order to run them. */
  readonly tests: readonly string[]
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

const running = new Set<ChildProcess>()
process.once("exit", () => {
  for (const child of running) killGroup(child)
})

/** Runs test files in a workspace with one worker. */
export async function runTests(
  workspace: string,
  { tests, args, env, timeoutMs }: TestOptions,
): Promise<TestRun> {
  const child = spawn(
    join(workspace, "node_modules/.bin/vitest"),
    ["run", "--config", "scripts/mutate/vitest.config.ts", "--cache=false", ...args],
    {
      cwd: workspace,
      env: { ...process.env, ...env, NO_COLOR: "1", MORTISE_MUTANT_TESTS: JSON.stringify(tests) },
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that a timeout also ends the processes that the tests started.
      detached: true,
    },
  )
  running.add(child)
  let [output, isLate] = ["", false]
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk))
  const timer = setTimeout(() => {
    isLate = true
    killGroup(child)
  }, timeoutMs)
  const code = await new Promise((resolve) => child.once("close", resolve))
  clearTimeout(timer)
  running.delete(child)
  return { outcome: isLate ? "timed out" : code === 0 ? "passed" : "failed", output }
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL")
  } catch {
    // The group has ended already.
  }
}
