import { raceAll, shuffle, times } from "../../../../../engine/case-tools/race-helpers.ts"
import type { CaseContext, NewCase } from "../../../case.ts"
import { type Owner, offers, type Row } from "../../row.ts"
import { expectAbsent, expectFound, type Kind, kinds, newOwner, toOwnedRow } from "../../rows.ts"

type Write = { run(): Promise<Row | undefined>; check(written: Row | undefined): Promise<void> }

/** Rows of one kind, and one write of each sort, with the check that it was stored. */
async function createWrites(t: CaseContext, kind: Kind, owner: Owner): Promise<Write[]> {
  const make = () => toOwnedRow(t, kind, owner)
  const [changed, removed, kept] = await Promise.all(times(3, () => make().store()))
  const checkRow = async (row: Row | undefined) => row && expectFound(t, row)
  return [
    { run: () => make().store(), check: checkRow },
    { run: async () => changed?.change?.(kind.changes?.(t, 0)), check: checkRow },
    {
      async run() {
        await removed?.remove?.()
        return removed
      },
      check: async (row) => {
        if (row && kind.remove) await expectAbsent(t, row)
        await checkRow(kept)
      },
    },
  ]
}

export const lostWritesOfEveryKind: readonly NewCase[] = [
  {
    id: "lost-writes/every-kind",
    clause: "SEC-B9",
    also: ["SEC-A5"],
    title: "Concurrent writes to a user's rows of every kind are all stored",
    harm: "A sign-out, a new passkey or a removed account is lost because something else was saved at that moment.",
    fix: "Store each row by its own key, not in a document or a list that is read, changed and written back.",
    run: (t) =>
      t.rounds(2, async (round) => {
        const owner = await newOwner(t)
        const renamed = { ...owner, name: t.unique() }
        const rename = {
          async run() {
            await t.adapter.updateUser({ id: owner.id, name: renamed.name })
            return undefined
          },
          check: async () => t.row(await t.adapter.getUser(owner.id), renamed, "getUser afterwards"),
        }
        const offered = kinds.filter(({ create }) => offers(t, create))
        const ofKinds = await Promise.all(offered.map((kind) => createWrites(t, kind, renamed)))
        const writes = shuffle(t, [rename, ...ofKinds.flat()])

        const written = await raceAll(
          t,
          writes.map(({ run }, index) => async () => {
            // The first round starts all calls in the same turn.
            if (round > 0) await (round % 2 === 1 ? t.turns(index) : t.delay(index + round))
            return run()
          }),
        )

        for (const [index, { check }] of writes.entries()) await check(written[index])
      }),
  },
]
