import { countFulfilled, expectConflicts, times } from "../../../../engine/case-tools/race-helpers.ts"
import type { NewCase } from "../../case.ts"
import { expectFound, type Kind, kinds, newOwner, pickUniqueKey } from "../rows.ts"

const about = ({ name, oneWinner: [clause, ...also] }: Kind) =>
  ({ id: `one-winner/${name}s`, clause, also }) as const

const oneRow = (kind: Kind): NewCase => ({
  ...about(kind),
  ...(kind.unique && { guarantees: [kind.unique] }),
  title: `If many callers create ${kind.one} with the same key at once, one succeeds`,
  harm: "Two people share one address, account, session or passkey, and each is signed in as the other.",
  fix: "Put a unique index on the key. A lookup before the insert is not enough.",
  run: (t) =>
    t.rounds(3, async () => {
      const owners = kind.isOwned ? await Promise.all(times(5, () => newOwner(t))) : times(10, () => t.user())
      const key = pickUniqueKey(kind, kind.row(t, t.user()))

      const outcomes = await t.race(owners.map((owner) => kind.row(t, owner, key).store))

      t.equal(countFulfilled(outcomes), 1, "calls that succeeded")
      await expectConflicts(t, outcomes)
      for (const outcome of outcomes) if (outcome.status === "fulfilled") await expectFound(t, outcome.value)
    }),
})

const oneUse = (kind: Kind): NewCase => ({
  ...about(kind),
  title: `If many callers use ${kind.one} at once, one of them gets it`,
  harm: "An attacker with a leaked link signs in at the same time as its owner: two sessions from one email.",
  evidence:
    "@auth/drizzle-adapter on MySQL, @auth/unstorage-adapter, @auth/d1-adapter, @auth/typeorm-adapter: up to 20 of 20 callers got it",
  fix: "Delete and return the row in one statement, or check that your delete removed it.",
  run: (t) =>
    t.rounds(5, async () => {
      const { fields, remove } = await kind.row(t, t.user()).store()

      const uses = await t.race(times(t.effort === "full" ? 20 : 10, () => async () => remove?.()))

      const usedRows = uses.flatMap((use) => (use.status === "fulfilled" && use.value ? [use.value] : []))
      t.equal(usedRows.length, 1, "callers that got the row")
      t.row(usedRows[0], fields, "the row")
    }),
})

export const oneWinner: readonly NewCase[] = [
  ...kinds.map((kind) => (kind.isReadOnce ? oneUse(kind) : oneRow(kind))),
  {
    id: "one-winner/user-ids",
    clause: "§4 createUser",
    also: ["SEC-B9"],
    title: "If many callers sign up with one id at once, every caller that succeeds finds its own user",
    harm: "A person is told that they signed up, but is signed in as another user or as none.",
    fix: "Make the id the primary key, and throw when the insert finds it taken.",
    run: (t) =>
      t.rounds(2, async () => {
        const { id } = t.user()

        const outcomes = await t.race(times(6, () => () => t.adapter.createUser(t.user({ id }))))

        for (const outcome of outcomes) {
          if (outcome.status === "rejected") continue
          const { id, email } = outcome.value
          t.row(await t.adapter.getUser(id), { email }, "getUser afterwards")
          t.row(await t.adapter.getUserByEmail(email), { id }, "getUserByEmail afterwards")
        }
      }),
  },
]
