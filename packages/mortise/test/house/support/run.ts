import { execFileSync } from "node:child_process"

/** Runs a program and returns its output. If it fails, the error contains the output. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): string {
  try {
    return execFileSync(program, args, {
      cwd,
      encoding: "utf8",
      stdio: "pipe",
      env: { ...process.env, ...env },
    })
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(" ")} failed:\n${stdout}${stderr}`)
  }
}
