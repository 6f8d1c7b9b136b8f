import type { Experiment } from "./experiment.ts"
import type { Trial } from "./trial.ts"

const people = 5

/**
 * Takes the store down while people are signed in, and restarts it. During the outage, the application must report an
 * error: "signed out" would be wrong. Afterwards, all of them are signed in, and a link from before works.
 */
export const restart: Experiment = async (trial, tally) => {
  tally.plan(people + 1)
  if (trial.auth === "authjs") tally.note("Auth.js returns no session, and no error, if the store fails.")
  const visitors = await Promise.all(
    Array.from({ length: people }, (_, index) => trial.signIn(`stayer-${index}@example.com`)),
  )
  const link = await trial.requestLink("late@example.com")
  await trial.takeDown()
  const during = await Promise.all(visitors.map(trial.session))
  await trial.restart()
  const { isDurable } = trial.bench
  if (!isDurable) tally.note("This store is in memory and promises no durability: a restart loses all rows.")

  for (const [index, visitor] of visitors.entries()) {
    tally.count("Answers “signed out” during the outage", during[index]?.ok ? 1 : 0, 0)
    const after = await trial.session(visitor)
    const isIn = after.ok && after.user !== null
    tally.count("People signed in after the restart", isIn ? 1 : 0, isDurable ? 1 : undefined)
    tally.roundDone()
  }
  const late = await followLink(trial, link)
  tally.count("Links from before that work", late ? 1 : 0, isDurable ? 1 : undefined)
  tally.roundDone()
}

async function followLink(trial: Trial, link: string): Promise<boolean> {
  const visitor = trial.visitor()
  await visitor.follow(link)
  return trial.isSignedIn(visitor)
}
