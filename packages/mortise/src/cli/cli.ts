import { type ExitCode, ExitError, exitCodes } from "./program/exit-code.ts"
import { runProgram } from "./program/program.ts"
import { programDefinition } from "./program-definition.ts"
import { describeError } from "./terminal/describe-error.ts"
import { createReporter } from "./terminal/output.ts"

/** Runs a command line and returns the exit code. Never throws. */
export async function cli(args: readonly string[]): Promise<ExitCode> {
  try {
    return await runProgram(programDefinition, args)
  } catch (error) {
    const isExitError = error instanceof ExitError
    const message = isExitError ? error.message : `Unexpected error (${await describeError(error)}).`
    createReporter(args.includes("--json")).printError("error", message)
    return isExitError ? error.code : exitCodes.failed
  }
}
