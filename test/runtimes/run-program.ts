import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { root } from "../../scripts/ensure-install.mjs"
import { type RuntimeName, runtime } from "./runtimes.ts"

/** Runs a program and reads what it writes to its standard output as JSON. */
export async function runProgram(
  name: RuntimeName,
  program: URL,
  args: readonly string[] = [],
): Promise<unknown> {
  const { command, flags } = await runtime(name)
  const { stdout } = await promisify(execFile)(command, [...flags, program.pathname, ...args], {
    cwd: root,
    maxBuffer: 1e8,
  })
  return JSON.parse(stdout)
}
