import { times } from "../../../../../engine/case-tools/race-helpers.ts"
import type { CaseContext, NewCase } from "../../../case.ts"
import type { Owner, Row } from "../../row.ts"
import { expectAbsent, expectFound, type Kind, kinds, newOwner } from "../../rows.ts"
import { inBatches } from "../../scale/in-batches.ts"

/** More rows than a small cache or a list of revoked keys usually holds: 10, and at full effort 256. */
const pickRowCount = ({ effort }: CaseContext): number => (effort === "full" ? 260 : 12)

type Owned = { readonly owner: Owner; readonly row: Row }

/** Changes the row and its owner, whose fields some lookups of the row show. */
const changeBoth = async (t: CaseContext, kind: Kind, { owner, row }: Owned): Promise<Owned> => {
  const changed = (await row.change?.()) ?? row
  const changes = { name: `Grace ${t.unique()}` }
  await t.adapter.updateUser({ id: owner.id, ...changes })
  const renamed = { ...owner, ...changes }
  return { owner: renamed, row: kind.row(t, renamed, changed.fields) }
}

const manyRows = (kind: Kind): NewCase => ({
  id: `fresh-reads/many-${kind.name}s`,
  clause: "SEC-B9",
  also: ["SEC-B6", "SEC-F7", "§4 deleteUser", ...(kind.remove ? [`§4 ${kind.remove}`] : [])],
  title: `Many cached ${kind.many} show their later changes, and are not found after their removal`,
  harm: "Users who were active some time ago see old names, or stay signed in when many others signed out.",
  fix: "Delete the row and every cached copy. Do not keep a list of revoked keys that drops its oldest.",
  async run(t) {
    let rows = await inBatches(times(pickRowCount(t), String), async (): Promise<Owned> => {
      const owner = await newOwner(t)
      return { owner, row: await kind.row(t, owner).store() }
    })
    const all = (check: typeof expectFound) => inBatches(rows, ({ row }) => check(t, row))
    if (!kind.isReadOnce) {
      await all(expectFound)
      rows = await inBatches(rows, (owned) => changeBoth(t, kind, owned))
      await all(expectFound)
    }
    // Half of them by their own operation, the others with their user.
    await inBatches([...rows.entries()], async ([index, { owner, row }]) =>
      row.remove && (index % 2 === 0 || !kind.isOwned) ? row.remove() : t.adapter.deleteUser(owner.id),
    )
    await all(expectAbsent)
  },
})

export const manyCachedRows: readonly NewCase[] = kinds.map(manyRows)
