import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import type { OptionValues } from "../program/command.ts"
import { configurationError, type ExitCode, ExitError, exitCodes, usageError } from "../program/exit-code.ts"
import { wholeNumber } from "../program/usage-error.ts"
import { describeError } from "../terminal/describe-error.ts"
import { createReporter, printJson, printText } from "../terminal/output.ts"
import { withStopSignal } from "../terminal/stop-signal.ts"
import type { conformanceOptions } from "./conformance-options.ts"
import { type ChaosReport, loadSuite, type Suite } from "./load-suite.ts"

type Options = OptionValues<typeof conformanceOptions>

const longestMinutes = 24 * 60

/** Runs `mortise conformance --chaos`. */
export async function runChaosCommand(options: Options, file: string): Promise<ExitCode> {
  const minutes = wholeNumber(options.minutes, "--minutes", { min: 0, max: longestMinutes })
  const others = [options.url, options.config, options.only, options.badge, options.html]
  if (others.some((value) => value !== undefined))
    throw usageError("--chaos cannot be combined with --url, --config, --only, --badge or --html.")
  if (!options.scratch) throw usageError(scratchWarning)
  const suite = await loadSuite()
  const module = await moduleAt(file, suite)
  const report = createReporter(options.json)
  report.printError("progress", `Injecting faults for ${minutes} minutes, and each one at least once.`)
  return withStopSignal(async (signal) => {
    const onLine = (line: string) => (options.json ? report.printError("progress", line) : printText(line))
    const outcome = await suite.runChaos({ module, durationSeconds: minutes * 60, signal, onLine })
    if (options.json) printJson(outcome, 2)
    else printText(summary(outcome))
    if (outcome.failed > 0) return exitCodes.failed
    return signal.aborted ? exitCodes.interrupted : exitCodes.ok
  })
}

const scratchWarning =
  "This command writes to the cluster and deletes from it: it creates thousands of users, accounts, sessions and " +
  "tokens, and leaves most of them behind. If the database may be thrown away afterwards, add --scratch."

/** The module's URL, after a first import that checks its hooks. */
async function moduleAt(file: string, { checkChaosModule }: Suite): Promise<URL> {
  const path = resolve(file)
  if (!existsSync(path)) throw configurationError("The module of the cluster does not exist: check --chaos.")
  const url = pathToFileURL(path)
  try {
    await checkChaosModule(url)
    return url
  } catch (error) {
    const isExplained = error instanceof Error && error.name === "HooksError"
    const reason = isExplained ? error.message : `${await describeError(error)}.`
    throw new ExitError(exitCodes.configuration, `The module of the cluster cannot be used: ${reason}`, error)
  }
}

function summary({ faults, failed }: ChaosReport): string {
  const calls = faults.reduce((sum, fault) => sum + fault.calls, 0)
  return `${faults.length} faults, ${calls} calls, ${failed} broken promises`
}
