import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { root } from "../../../../scripts/ensure-install.mjs"
import { type RuntimeName, runtime } from "./runtimes.ts"

/** Runs a program and parses its standard output as JSON. After `timeoutMs`, the program is killed and the call fails. */
export async function runProgram(
  name: RuntimeName,
  program: URL | string,
  args: readonly string[] = [],
  { cwd = root, timeoutMs = 0 }: { readonly cwd?: string; readonly timeoutMs?: number } = {},
): Promise<unknown> {
  const { command, flags } = await runtime(name)
  const file = typeof program === "string" ? program : program.pathname
  const options = { cwd, timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: 1e8 } as const
  const { stdout } = await promisify(execFile)(command, [...flags, file, ...args], options)
  return JSON.parse(stdout)
}
