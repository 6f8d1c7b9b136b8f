import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { root } from "../../scripts/ensure-install.mjs"
import { type RuntimeName, runtime } from "./runtimes.ts"

/** Runs a program and parses its standard output as JSON. */
export async function runProgram(
  name: RuntimeName,
  program: URL | string,
  args: readonly string[] = [],
  cwd: string = root,
): Promise<unknown> {
  const { command, flags } = await runtime(name)
  const file = typeof program === "string" ? program : program.pathname
  const { stdout } = await promisify(execFile)(command, [...flags, file, ...args], { cwd, maxBuffer: 1e8 })
  return JSON.parse(stdout)
}
