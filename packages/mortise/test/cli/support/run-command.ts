import { onTestFinished, vi } from "vitest"
import { cli } from "../../../src/cli/cli.ts"

type Environment = Readonly<Record<string, string | undefined>>

/** Runs a command line inside this process, and returns its output. */
export async function runCommand(args: readonly string[], env: Environment = {}) {
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })
  const said = { log: "", error: "" }
  for (const method of ["log", "error"] as const)
    vi.spyOn(console, method).mockImplementation((line) => {
      said[method] += `${line}\n`
    })
  const variables: Environment = { FORCE_COLOR: undefined, ...env }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  return { code: await cli(args), stdout: said.log, stderr: said.error }
}
