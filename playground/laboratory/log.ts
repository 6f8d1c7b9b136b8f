import type { Experiment } from "./experiment.ts"
import { registered, type Trial } from "./trial.ts"

const people = 5

/**
 * Reads the log of an application whose store fails: people load a page while the connection is closed, and a user is
 * deleted during a first sign-in at a provider. Whoever reads the log must not find a token that still works.
 */
export const log: Experiment = async (trial, tally) => {
  tally.plan(people * 2)
  const visitors = await Promise.all(
    Array.from({ length: people }, (_, index) => trial.signIn(`reader-${index}@example.com`)),
  )
  const written = trial.recordLog()
  try {
    await trial.bench.takeDown()
    await Promise.all(visitors.map(trial.session))
    await trial.restart()
    for (const visitor of visitors) {
      const answer = await trial.session(visitor)
      const isActive = answer.ok && answer.user !== null
      const token = trial.sessionToken(visitor)
      const isFound = token !== undefined && written.text().includes(token)
      tally.count("Tokens of active sessions in the log", isActive && isFound ? 1 : 0, 0)
      tally.roundDone()
    }
    for (const login of Object.keys(registered).slice(0, people)) {
      const token = await failLinking(trial, login)
      const isFound = token !== undefined && written.text().includes(token)
      tally.count("Access tokens of the provider in the log", isFound ? 1 : 0, 0)
      tally.roundDone()
    }
  } finally {
    written.stop()
  }
}

/** Deletes the new user before the account is stored, which then fails. Returns the access token of the account. */
async function failLinking(trial: Trial, login: string): Promise<string | undefined> {
  let token: string | undefined
  trial.disturb(async (name, run, args) => {
    if (name !== "linkAccount") return run()
    const account = args[0] as { readonly userId: string; readonly access_token?: string }
    token = account.access_token
    await trial.deleteUser(account.userId)
    return run()
  })
  await trial.visitor().signInAtProvider(login)
  trial.calm()
  return token
}
