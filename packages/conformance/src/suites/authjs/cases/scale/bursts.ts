import { times } from "../../../../engine/case-tools/race-helpers.ts"
import type { NewCase } from "../../case.ts"
import type { Lookup } from "../row.ts"
import { expectAbsent, type Kind, kinds, newOwner } from "../rows.ts"
import { everyTenth, inBatches } from "./in-batches.ts"

/** Starts a call for each row in one turn, as in a batch of an adapter that collects calls. */
const allAtOnce = <T, R>(list: readonly T[], call: (value: T) => Promise<R>): Promise<R[]> =>
  Promise.all(list.map(call))

const toBurstCase = (kind: Kind): NewCase => ({
  id: `bursts/${kind.name}s`,
  clause: "SEC-B9",
  also: [
    `§4 ${kind.create}`,
    ...(kind.update ? [`§4 ${kind.update}`] : []),
    ...(kind.remove ? [`§4 ${kind.remove}`] : []),
  ],
  title: `Many ${kind.many} that are created, changed and removed at the same time all take effect`,
  harm: "Under load, a sign-in, a sign-out or a deletion reports success and is lost.",
  fix: "Confirm a write only after the last statement of its batch.",
  async run(t) {
    for (const count of t.effort === "full" ? [130, 330] : [8]) {
      const owner = await newOwner(t)
      let rows = await allAtOnce(
        times(count, (index) => kind.row(t, owner, kind.variation?.(t, index))),
        (row) => row.store(),
      )
      const check = async () => {
        // All lookups of one kind start in one turn.
        for (const index of (rows[0]?.lookups ?? []).keys())
          await allAtOnce(rows, async ({ lookups }) => {
            const { operation, expected, read } = lookups[index] as Lookup
            t.row(await read(), expected, operation)
          })
      }
      await check()
      if (kind.isReadOnce) continue
      if (kind.update) {
        rows = await allAtOnce(rows, async (row) => (await row.change?.()) ?? row)
        await check()
      }
      if (kind.remove) await allAtOnce(rows, async (row) => row.remove?.())
      else await t.adapter.deleteUser(owner.id)
      await allAtOnce(rows, (row) => expectAbsent(t, row))
    }
  },
})

export const bursts: readonly NewCase[] = [
  ...kinds.map(toBurstCase),
  {
    id: "bursts/ids-are-unique",
    clause: "§4 createUser",
    also: ["client 1.6.1", "SEC-B9"],
    title: "Hundreds of users who are created at once without an id get different ids, and each is found",
    harm: "Two people who sign up in the same millisecond share one user.",
    fix: "Generate ids with crypto.randomUUID or in the database, not from the time or from a count of rows.",
    async run(t) {
      const emails = times(t.effort === "full" ? 600 : 60, () => t.email())

      const created = await Promise.all(emails.map((email) => t.adapter.createUser({ email })))

      t.equal(new Set(created.map(({ id }) => id)).size, emails.length, "different ids")
      const users = await Promise.all(emails.map((email) => t.adapter.getUserByEmail(email)))
      for (const [index, { id }] of created.entries())
        t.row(users[index], { id, email: emails[index] ?? "" }, "getUserByEmail")
      for (const [index, { id }] of everyTenth([...created.entries()]))
        t.row(await t.adapter.getUser(id), { id, email: emails[index] ?? "" }, "getUser")
    },
  },
  {
    id: "bursts/ids-are-not-counted",
    clause: "§4 createUser",
    also: ["client 1.6.1", "SEC-B6"],
    title: "A user who is created without an id after others were deleted replaces no other user",
    harm: "A new user overwrites an old one, or gets the rows of a deleted one.",
    fix: "Generate ids with crypto.randomUUID or in the database, not from a count of rows.",
    async run(t) {
      const before = await inBatches(
        times(6, () => t.email()),
        (email) => t.adapter.createUser({ email }),
      )
      const [first, second, ...kept] = before
      for (const user of [first, second]) if (user) await t.adapter.deleteUser(user.id)

      const after = await inBatches(
        times(4, () => t.email()),
        (email) => t.adapter.createUser({ email }),
      )

      const all = [...kept, ...after]
      t.equal(new Set(all.map(({ id }) => id)).size, all.length, "different ids")
      for (const { id, email } of all) t.row(await t.adapter.getUser(id), { id, email }, "getUser")
    },
  },
]
