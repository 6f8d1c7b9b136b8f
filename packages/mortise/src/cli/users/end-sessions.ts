import type { OpenStore } from "../configuration/open-store.ts"
import { type ExitCode, exitCodes } from "../program/exit-code.ts"
import { describeError } from "../terminal/describe-error.ts"
import { createProgress, createReporter, printJson } from "../terminal/output.ts"
import { letSignalArrive, withStopSignal } from "../terminal/stop-signal.ts"
import type { EndedSessions } from "./people.ts"
import { describeLack } from "./person.ts"

// Small, so that the person can stop soon.
const batchSize = 500

/** What is printed after tokens were ended. */
const tokensEnded = "Tokens of mortise/auth are refused from now on."

/** What no tool can end. */
export const withoutRecord =
  "Tokens without a record stay valid until they expire: those of Auth.js, and of mortise/auth with revocable: false."

/** Ends all of a user's tokens and one batch of stored sessions, as `auth.sessions.revokeAll` does. */
export async function endSessions(
  store: OpenStore,
  userId: string,
  now: () => number = Date.now,
): Promise<EndedSessions> {
  const tokens = await endTokens(store, userId, now)
  const { listSessions } = store.extras
  if (!listSessions) {
    const stored = `Stored sessions were not ended: ${describeLack("listSessions")}`
    return { ...describeTokens(tokens), revoked: 0, left: 0, notEnded: [...tokens, stored] }
  }
  const { endStoredSessions } = await import("../../auth/sessions/end-sessions.ts")
  const sessions = await listSessions(userId)
  const revoked = await endStoredSessions(store.adapter, sessions.slice(0, batchSize))
  return {
    ...describeTokens(tokens),
    revoked,
    left: Math.max(0, sessions.length - batchSize),
    notEnded: tokens,
  }
}

const describeTokens = (problems: readonly string[]): Pick<EndedSessions, "alsoEnded" | "note"> => ({
  alsoEnded: problems.length === 0 ? tokensEnded : "",
  note: withoutRecord,
})

/** Ends all of a user's tokens. Returns why that failed, if it did: stored sessions can still be ended. */
export async function endTokens(
  { slots }: OpenStore,
  userId: string,
  now: () => number = Date.now,
): Promise<readonly string[]> {
  const auth = await import("../../auth/sessions/end-sessions.ts")
  try {
    await auth.endTokens(slots, now, userId)
    return []
  } catch (error) {
    return [`Tokens of mortise/auth were not ended: ${await describeError(error)}.`]
  }
}

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
  const { revoked, left, notEnded, alsoEnded, note } = ended
  const { print, printError } = createReporter(asJson)
  if (asJson) printJson({ revoked, left, notEnded, note })
  else
    print("ended", `${about}${[`Sessions revoked: ${revoked}.`, alsoEnded, note].filter(Boolean).join(" ")}`)
  for (const problem of notEnded) printError("not_ended", problem)
  if (left === 0) return notEnded.length === 0 ? exitCodes.ok : exitCodes.failed
  printError("stopped", `Stopped, stored sessions left: ${left}. Run the same command to continue.`)
  return exitCodes.interrupted
}
