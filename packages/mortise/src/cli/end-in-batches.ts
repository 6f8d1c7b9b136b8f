import { type EndedSessions, tokensEnded, withoutRecord } from "./end-sessions.ts"
import { type ExitCode, exitCodes } from "./exit-code.ts"
import { printJson } from "./output.ts"
import { createProgress } from "./progress.ts"
import { createReporter } from "./reporter.ts"
import { letSignalArrive, withStopSignal } from "./stop-signal.ts"

/** Repeats a batch until no session is left, or Ctrl-C stops it after a batch. */
export function endInBatches(
  asJson: boolean,
  endBatch: () => Promise<EndedSessions>,
): Promise<EndedSessions> {
  const progress = createProgress(createReporter(asJson))
  return withStopSignal(async (signal) => {
    let revoked = 0
    for (;;) {
      const batch = await endBatch()
      revoked += batch.revoked
      await letSignalArrive()
      // A batch that changes nothing would be repeated for ever.
      if (batch.left === 0 || batch.revoked === 0 || signal.aborted) return { ...batch, revoked }
      progress(() => `${revoked} sessions revoked so far.`)
    }
  })
}

/** Prints what was ended and what could not be, after a sentence about the user. Returns the exit code. */
export function printEnded(asJson: boolean, ended: EndedSessions, about = ""): ExitCode {
  const { revoked, left, notEnded } = ended
  const { print, printError } = createReporter(asJson)
  const tokens = notEnded.length === 0 ? ` ${tokensEnded}` : ""
  if (asJson) printJson({ revoked, left, notEnded, note: withoutRecord })
  else print("ended", `${about}Sessions revoked: ${revoked}.${tokens} ${withoutRecord}`)
  for (const problem of notEnded) printError("not_ended", problem)
  if (left === 0) return notEnded.length === 0 ? exitCodes.ok : exitCodes.failed
  printError("stopped", `Stopped, stored sessions left: ${left}. Run the same command to continue.`)
  return exitCodes.interrupted
}
