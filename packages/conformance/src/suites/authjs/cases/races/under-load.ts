import { times } from "../../../../engine/case-tools/race-helpers.ts"
import type { CaseContext, NewCase } from "../../case.ts"
import type { Row } from "../row.ts"
import { expectAbsent, expectFound, type Kind, kinds, newOwner, writeClauses } from "../rows.ts"

// An adapter that sends lookups to a replica or a cache when many are in flight returns old rows there. After each
// change, many callers look at once and some milliseconds later: all of them must see the change.

/** At full effort, more than the connections of a usual pool. */
const callersFor = ({ effort }: CaseContext): number => (effort === "full" ? 20 : 8)
const laterMs = 10

async function manyTimes(t: CaseContext, check: () => Promise<void>): Promise<void> {
  for (const waitMs of [0, laterMs]) {
    if (waitMs > 0) await t.wait(waitMs)
    await Promise.all(times(callersFor(t), check))
  }
}

const underLoad = (kind: Kind): NewCase => ({
  id: `under-load/${kind.name}s`,
  clause: "SEC-B9",
  also: [...kind.gone, ...writeClauses(kind)],
  title: `Lookups see every change of ${kind.one} immediately, even when many run at once`,
  harm: "Under load, a person who was signed out or deleted is signed in again, or a change is not seen.",
  fix: "Read from the primary database, and do not answer from a cache or a replica when the load is high.",
  async run(t) {
    const owner = await newOwner(t)
    const expectSeen = (row: Row) => manyTimes(t, () => expectFound(t, row, "under load"))
    const expectGone = (row: Row) => manyTimes(t, () => expectAbsent(t, row, "under load"))

    let row = await kind.row(t, owner).store()
    if (kind.isReadOnce) await expectFound(t, row)
    else await expectSeen(row)
    if (row.change) {
      row = await row.change(kind.changes?.(t, 0))
      await expectSeen(row)
    }
    if (kind.isOwned) {
      const fields = { name: `Grace ${t.unique()}`, emailVerified: t.inDays(-1), email: t.email() }
      await t.adapter.updateUser({ id: owner.id, ...fields })
      row = kind.row(t, { ...owner, ...fields }, row.fields)
      await expectSeen(row)
    }
    if (row.remove && !kind.isReadOnce) await row.remove()
    else if (kind.isOwned) await t.adapter.deleteUser(owner.id)
    await expectGone(row)
    if (!kind.isOwned || !row.remove) return
    const next = await kind.row(t, owner).store()
    await t.adapter.deleteUser(owner.id)
    await expectGone(next)
  },
})

export const lookupsUnderLoad: readonly NewCase[] = kinds.map(underLoad)
