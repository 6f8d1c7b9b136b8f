import type { Experiment } from "./experiment.ts"

const count = 20
const clicks = 8

/** Follows one link eight times at the same time, each time in another browser. One of them may sign in. */
export const race: Experiment = async (trial, tally) => {
  tally.plan(count)
  const emails = Array.from({ length: count }, (_, index) => `racer-${index}@example.com`)
  for (const link of await Promise.all(emails.map(trial.requestLink))) {
    const visitors = Array.from({ length: clicks }, trial.visitor)
    await Promise.all(visitors.map((visitor) => visitor.follow(link)))
    const signedIn = visitors.filter(trial.isSignedIn).length
    tally.count("Sign-ins", signedIn, 1)
    tally.count("Links that signed in more than once", signedIn > 1 ? 1 : 0)
    tally.roundDone()
  }
}
