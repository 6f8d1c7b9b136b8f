import type { Experiment } from "./experiment.ts"
import { countOrphans } from "./orphans.ts"
import type { Tally } from "./tally.ts"
import { registered, type Trial } from "./trial.ts"

/** How a person signs up. `login` is a person of the OpenID provider. */
type SignUp = (trial: Trial, login: string) => Promise<boolean>

const signUps: readonly SignUp[] = [
  async (trial, login) => {
    const visitor = trial.visitor()
    const email = findEmail(login)
    const asked = await visitor.call("email", { email })
    if (!asked.ok) return false
    // Auth.js mails a link while it stores the token. If that fails, a dead link may arrive after the next one.
    for (const link of trial.linksFor(email)) {
      if (!trial.isSignedIn(visitor)) await visitor.follow(link)
    }
    return trial.isSignedIn(visitor)
  },
  async (trial, login) => {
    const visitor = trial.visitor()
    await visitor.signInAtProvider(login)
    return trial.isSignedIn(visitor)
  },
]

const findEmail = (login: string): string => String(registered[login]?.email)

/**
 * Lets each call of a sign-up fail once: before it has an effect, and after it (the response is lost). The person then
 * signs up again without a fault. That must succeed, and leave one user and no orphan.
 */
export const faults: Experiment = async (trial, tally) => {
  if (trial.auth === "authjs") tally.note("Auth.js stores a new user and the account in two calls.")
  let person = 0
  const plans: { readonly signUp: SignUp; readonly calls: number }[] = []
  for (const signUp of signUps) {
    plans.push({ signUp, calls: await countCalls(trial, signUp, `p${person}`) })
    person += 1
  }
  tally.plan(plans.reduce((sum, { calls }) => sum + calls * 2, 0))
  for (const { signUp, calls } of plans)
    for (let callNumber = 1; callNumber <= calls; callNumber += 1)
      for (const isLost of [false, true]) {
        await failOnce(trial, tally, signUp, { login: `p${person}`, callNumber, isLost })
        person += 1
      }
}

async function countCalls(trial: Trial, signUp: SignUp, login: string): Promise<number> {
  let calls = 0
  trial.disturb((_name, run) => {
    calls += 1
    return run()
  })
  await signUp(trial, login)
  trial.calm()
  return calls
}

type Fault = { readonly login: string; readonly callNumber: number; readonly isLost: boolean }

async function failOnce(trial: Trial, tally: Tally, signUp: SignUp, { login, callNumber, isLost }: Fault) {
  const orphansBefore = await countOrphans(trial)
  let calls = 0
  trial.disturb(async (_name, run) => {
    calls += 1
    if (calls !== callNumber) return run()
    if (isLost) await run()
    throw new Error("The connection was lost.")
  })
  await signUp(trial, login).catch(() => false)
  trial.calm()
  const isIn = await signUp(trial, login).catch(() => false)
  const users = (await trial.bench.rows("user")).filter((row) => row.email === findEmail(login))
  tally.count("People who can sign in afterwards", isIn ? 1 : 0, 1)
  tally.count("Duplicate users", Math.max(0, users.length - 1), 0)
  tally.count("Rows without a user", (await countOrphans(trial)) - orphansBefore, 0)
  tally.roundDone()
}
