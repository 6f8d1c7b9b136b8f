import type { Guarded } from "../../packages/mortise/src/index.ts"
import type { Visitor } from "../application/visitor.ts"
import type { Experiment } from "./experiment.ts"
import type { Trial } from "./trial.ts"

const hourMs = 3600 * 1000
const dayMs = 24 * hourMs
const days = 5
const tabs = 8

/**
 * Moves the clock while a person uses eight tabs. With an updateAge of one day, the session is extended once per day, and
 * not within an hour of that. After 31 days without a visit it has expired: the person is signed out and the row is gone.
 * A sweep deletes the rows that are never visited again.
 */
export const clock: Experiment = async (trial, tally) => {
  tally.plan(days + 1)
  if (trial.auth === "authjs") tally.note("Auth.js reads the session and then extends it, in two calls.")
  const visitor = await trial.signIn("tabs@example.com")
  await trial.requestLink("never-opened@example.com")
  for (let day = 0; day < days; day += 1) {
    trial.clock.advance(hourMs)
    tally.count("Extensions within an hour of one", await extensionsDuring(trial, visitor), 0)
    trial.clock.advance(dayMs)
    tally.count("Daily extensions by eight tabs at once", await extensionsDuring(trial, visitor), 1)
    tally.roundDone()
  }
  trial.clock.advance(31 * dayMs)
  const { ok, user } = { user: null, ...(await trial.session(visitor)) }
  tally.count("Expired sessions that were accepted", ok && user ? 1 : 0, 0)
  tally.count("Expired sessions left after a visit", (await trial.bench.rows("session")).length, 0)
  const { sweep } = trial.bench
  if (sweep) await sweep(new Date(trial.clock.now()))
  else tally.note("This adapter has no function that deletes expired rows.")
  const left = (await trial.bench.rows("verificationToken")).length
  tally.count("Expired tokens left after a sweep", left, sweep ? 0 : undefined)
  tally.roundDone()
}

/** Reads the session in all tabs at the same time. Returns how many calls changed the session's expiry. */
async function extensionsDuring(trial: Trial, visitor: Visitor): Promise<number> {
  let extensions = 0
  trial.disturb(async (name, run) => {
    const result = await run()
    // An adapter may return nothing for a row that it has changed.
    if (name === "updateSession" && result !== null) extensions += 1
    if (name === "extendSession" && (result as Guarded<object>).ok) extensions += 1
    return result
  })
  await Promise.all(Array.from({ length: tabs }, () => trial.session(visitor)))
  trial.calm()
  return extensions
}
