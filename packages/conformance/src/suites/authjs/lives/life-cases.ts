import { times } from "../../../engine/case-tools/race-helpers.ts"
import { createRandom } from "../../../engine/case-tools/random.ts"
import { type CaseContext, listCases } from "../case.ts"
import { checkLife, checkPasskeys } from "./check-life.ts"
import { type Life, newLife, oneIn, pick, type Taken } from "./life.ts"
import { changePasskey, changeSession, changeToken } from "./sign-in-steps.ts"
import {
  changeAccount,
  changeEmail,
  deleteUser,
  type Step,
  signUp,
  takeEmail,
  updateTwice,
  updateUser,
} from "./user-steps.ts"

// Many people use the store at once. No person shares a row with another, so the result of every call is known. This
// finds what a case about one operation cannot: answers that depend on earlier calls, on other calls in flight, on the
// values of other rows, or on the time since a change.

// A slow store takes fewer steps, so that the case does not take longer.
const sizeOf = {
  quick: { people: 6, steps: 7, limitMs: 2_000 },
  full: { people: 24, steps: 40, limitMs: 8_000 },
}

/** These change different rows, so they can run at the same time. */
const independent: readonly Step[] = [updateUser, changeSession, changeAccount, changeToken]

async function live(life: Life, further: readonly Step[], isOver: () => boolean): Promise<void> {
  const { t } = life
  const steps = [...independent, ...independent, ...further, updateTwice, changeEmail, takeEmail]
  for (let left = sizeOf[t.effort].steps; left > 0 && !isOver(); left--) {
    if (oneIn(life, 4)) await t.wait(Math.floor(life.random() * 3))
    else await t.turns(Math.floor(life.random() * 6))
    if (!life.user) await signUp(life)
    else if (oneIn(life, 20)) await deleteUser(life)
    else if (oneIn(life, 4)) await Promise.all([...independent, ...further].map((step) => step(life)))
    else await pick(life, steps)(life)

    const isThorough = oneIn(life, 6)
    // Some effects arrive late: a queue, a timer, a cache that is filled again.
    if (isThorough && oneIn(life, 2)) await t.wait(15)
    await checkLife(life, () => isThorough || oneIn(life, 5))
    if (further.length > 0 && (isThorough || oneIn(life, 4))) await checkPasskeys(life)
  }
}

async function takeKeys(t: CaseContext): Promise<Taken> {
  const { id, email } = await t.adapter.createUser(t.user())
  const account = t.account(id)
  await t.adapter.linkAccount(account)
  const { provider, providerAccountId } = account
  return { email, account: { provider, providerAccountId } }
}

async function liveTogether(t: CaseContext, further: readonly Step[]): Promise<void> {
  const { people, limitMs } = sizeOf[t.effort]
  const end = performance.now() + limitMs
  const taken = await takeKeys(t)
  const starts = times(people / 2, () => t.unique())
  const lives = times(people, (index) => {
    const random = createRandom(Math.floor(t.random() * 2 ** 32), "life")
    return newLife(t, { random, taken, start: starts[index >> 1] ?? "", side: index % 2 === 0 ? 0 : 1 })
  })
  let hasFailed = false
  const outcomes = await Promise.allSettled(
    lives.map((life) =>
      live(life, further, () => hasFailed || performance.now() > end).catch((error) => {
        hasFailed = true
        throw error
      }),
    ),
  )
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason
}

const about = {
  clause: "SEC-B9",
  also: ["SEC-A5", "SEC-A9"],
  guarantees: ["unique_emails", "unique_accounts", "unique_sessions"],
  harm: "Under load, people get rows of others, lose changes, or stay signed in.",
  alone: true,
} as const

/** Cases about random lives of many people at once. They need no library. */
export const lifeCases = listCases(about, [
  {
    id: "lives/of-many-people",
    title: "Many people who use the store at once each find exactly their own rows",
    run: (t) => liveTogether(t, []),
  },
  {
    id: "lives/with-passkeys",
    title: "Many people who use passkeys at once each find exactly their own rows",
    run: (t) => liveTogether(t, [changePasskey]),
  },
])
