import type { Experiment } from "./experiment.ts"
import { countOrphans } from "./orphans.ts"
import type { Trial } from "./trial.ts"

const repeats = 2

/**
 * Deletes a user while the user follows a link. Each round deletes at another call of the sign-in: either the deletion
 * ends before that call, or both run concurrently. Afterwards, no row of the user may be left.
 */
export const deletion: Experiment = async (trial, tally) => {
  const calls = await countCalls(trial)
  tally.plan(calls * 2 * repeats)
  const emails = Array.from({ length: calls * 2 * repeats }, (_, index) => `leaver-${index + 1}@example.com`)
  const leavers = await Promise.all(emails.map((email) => prepare(trial, email)))
  let orphansBefore = 0
  for (const [index, leaver] of leavers.entries()) {
    await deleteDuringSignIn(trial, leaver, {
      callNumber: (index % calls) + 1,
      isConcurrent: index % (calls * 2) < calls,
    })
    const orphans = await countOrphans(trial)
    tally.count("Rows without a user", orphans - orphansBefore, 0)
    orphansBefore = orphans
    tally.roundDone()
  }
}

type Leaver = { readonly userId: string; readonly link: string }

/** A user, and a link that was not followed yet. */
async function prepare(trial: Trial, email: string): Promise<Leaver> {
  await trial.signIn(email)
  const link = await trial.requestLink(email)
  const user = (await trial.bench.rows("user")).find((row) => row.email === email)
  if (!user) throw new Error("The sign-in created no user.")
  return { userId: String(user.id), link }
}

/** The number of calls of the store when a known user follows a link. */
async function countCalls(trial: Trial): Promise<number> {
  const { link } = await prepare(trial, "leaver-0@example.com")
  let calls = 0
  trial.disturb((_name, run) => {
    calls += 1
    return run()
  })
  await trial.visitor().follow(link)
  trial.calm()
  return calls
}

async function deleteDuringSignIn(
  trial: Trial,
  { userId, link }: Leaver,
  { callNumber, isConcurrent }: { readonly callNumber: number; readonly isConcurrent: boolean },
) {
  let calls = 0
  let deleted: Promise<unknown> = Promise.resolve()
  trial.disturb(async (_name, run) => {
    calls += 1
    if (calls === callNumber) {
      // An adapter may reject although it has deleted the user. The rows say what happened.
      deleted = trial.deleteUser(userId).catch(() => {})
      if (!isConcurrent) await deleted
    }
    return run()
  })
  await trial.visitor().follow(link)
  await deleted
  trial.calm()
}
