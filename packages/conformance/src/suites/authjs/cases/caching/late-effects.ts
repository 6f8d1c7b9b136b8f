import { times } from "../../../../engine/case-tools/race-helpers.ts"
import type { NewCase } from "../../case.ts"
import type { Row } from "../row.ts"
import { expectAbsent, expectFound, type Kind, kinds, newOwner, ownedKinds } from "../rows.ts"
import { aMomentLater } from "./a-moment-later.ts"

// A write that an adapter acknowledges first and makes later, in a queue or with a timer, can undo the call after it.
// Each case looks immediately and after a delay.

const harm = "A sign-out, a deletion or a change is undone by an earlier call that is made late."
const fix = "Return from a write after it was stored, not when it was queued."

const toRemovalCase = (kind: Kind): NewCase =>
  aMomentLater({
    id: `late-effects/removed-${kind.name}`,
    clause: `§4 ${kind.remove}`,
    also: ["SEC-B9", "SEC-B6", "SEC-B8", "SEC-E2"],
    title: `${kind.One} that is ${kind.removed} right after its creation or a change stays ${kind.removed}`,
    harm,
    fix,
    async make(t) {
      const owner = await newOwner(t)
      const created = await kind.row(t, owner).store()
      await created.remove?.()
      const rows = [created]
      if (kind.changes) {
        const stored = await kind.row(t, owner).store()
        const changed = await stored.change?.(kind.changes(t, 0))
        await stored.remove?.()
        rows.push(stored, ...(changed ? [changed] : []))
      }
      return async () => {
        for (const row of rows) await expectAbsent(t, row)
      }
    },
  })

const toDeletionCase = (kind: Kind): NewCase =>
  aMomentLater({
    id: `late-effects/${kind.name}-of-a-deleted-user`,
    clause: "SEC-B6",
    also: ["SEC-B9", "SEC-F7", "§4 deleteUser"],
    title: `${kind.One} that is stored and changed right before its user is deleted is not found`,
    harm,
    fix,
    async make(t) {
      const owner = await newOwner(t)
      const row = await kind.row(t, owner).store()
      await row.change?.()
      await t.adapter.deleteUser(owner.id)
      return () => expectAbsent(t, row)
    },
  })

const toDoubleChangeCase = (kind: Kind): NewCase =>
  aMomentLater({
    id: `late-effects/${kind.name}-changed-twice`,
    clause: `§4 ${kind.update}`,
    also: ["SEC-B9"],
    title: `The last of two calls of ${kind.update} wins, immediately and after a delay`,
    harm,
    fix,
    async make(t) {
      let row = await kind.row(t, await newOwner(t)).store()
      for (const index of [0, 1]) row = (await row.change?.(kind.changes?.(t, index))) ?? row
      return () => expectFound(t, row)
    },
  })

/** How many turns later the second update starts: one row for each, once with and once without a third update. */
const delays = [0, 1, 2, 3, 5, 8]

// Either of two overlapping updates may be the last one. What is read after both is the state, and a queue that delivers
// one of them again must not change it. In half of the rows a third update follows and decides.
const toOverlapCase = (kind: Kind): NewCase =>
  aMomentLater({
    id: `late-effects/overlapping-changes-of-a-${kind.name}`,
    clause: `§4 ${kind.update}`,
    also: ["SEC-B9"],
    title: `After overlapping calls of ${kind.update}, a row stays as it is first read`,
    harm: "A change is undone by an earlier one that was made at almost the same moment.",
    fix: "Deliver each write once and in order, or return from it only after it was stored.",
    async make(t) {
      const chosen = t.some(delays, 3)
      const rows = await Promise.all(
        times(chosen.length * 2, async () => kind.row(t, await newOwner(t)).store()),
      )
      // The lookup by the first key: a change may move the other one.
      const read = (row: Row) => row.lookups[0]?.read()
      const states = await Promise.all(
        rows.map(async (row, index) => {
          const write = (change: number) => row.change?.(kind.changes?.(t, change))
          const delay = chosen[index % chosen.length] ?? 0
          const second = () => write(1)
          await Promise.allSettled([write(0), delay === 0 ? second() : t.turns(delay).then(second)])
          if (index < chosen.length) await write(2)
          return read(row)
        }),
      )
      return async () => {
        for (const [index, row] of rows.entries())
          t.equal(await read(row), states[index], "the row after overlapping updates")
      }
    },
  })

const changeable = kinds.filter(({ update }) => update)

export const lateEffects: readonly NewCase[] = [
  ...kinds.filter(({ remove }) => remove).map(toRemovalCase),
  ...ownedKinds.map(toDeletionCase),
  ...changeable.map(toDoubleChangeCase),
  ...changeable.map(toOverlapCase),
]
