import { times } from "../../../../engine/case-tools/race-helpers.ts"
import type { CaseContext, NewCase } from "../../case.ts"
import type { Owner } from "../row.ts"
import { type Kind, kinds, newOwner } from "../rows.ts"
import { everyTenth, inBatches } from "./in-batches.ts"

/** At full effort, more rows than a cache or a small table holds. */
const pickRowCount = ({ effort }: CaseContext): number => (effort === "full" ? 3_100 : 12)

/** A case that fills a table and reads its rows, the oldest first. */
const largeTable = (kind: Kind): NewCase => ({
  id: `large-tables/${kind.name}s`,
  clause: "SEC-B9",
  also: [`§4 ${kind.create}`],
  ...(kind.unique && !kind.isReadOnce && { guarantees: [kind.unique] }),
  title: `Old and new rows of a table with thousands of ${kind.many} are found, and none is replaced`,
  harm: "As the service grows, the oldest rows disappear or are mixed up with new ones.",
  fix: "Never evict rows, and do not shorten or hash keys to a few characters.",
  async run(t) {
    const owners = await Promise.all(times(10, () => newOwner(t)))
    const rows = await inBatches(
      times(pickRowCount(t), (index) => index),
      (index) => kind.row(t, owners[index % owners.length] as Owner).store(),
    )
    for (const row of kind.isReadOnce ? [] : [rows[0], rows[rows.length / 2], rows.at(-1)])
      if (row)
        await t.throws(() => row.store(), `a second row with the key of one of ${rows.length}`, "conflict")
    await inBatches(everyTenth(rows), async ({ lookups }) => {
      for (const { operation, expected, read } of lookups) t.row(await read(), expected, operation)
    })
  },
})

export const largeTables: readonly NewCase[] = kinds.map(largeTable)
