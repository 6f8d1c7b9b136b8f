import type { Experiment } from "./experiment.ts"

const people = 5

/** People ask for a link and then delete their user. The link that is still in the mailbox must not sign in any more. */
export const oldLink: Experiment = async (trial, tally) => {
  tally.plan(people)
  for (let index = 0; index < people; index += 1) {
    const email = `leaver-${index}@example.com`
    await trial.signIn(email)
    const link = await trial.requestLink(email)
    const users = async () => (await trial.bench.rows("user")).filter((row) => row["email"] === email)
    for (const { id } of await users()) await trial.deleteUser(String(id))
    const visitor = trial.visitor()
    await visitor.follow(link)
    tally.count("Old links that sign in after the deletion", trial.isSignedIn(visitor) ? 1 : 0, 0)
    tally.count("Deleted people who are stored again", (await users()).length, 0)
    tally.roundDone()
  }
}
