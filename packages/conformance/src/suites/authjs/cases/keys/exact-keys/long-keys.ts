import type { NewCase } from "../../../case.ts"
import { expectFound, type KeyField, newOwner } from "../../rows.ts"
import { describeKeys, expectNoRow, type Keyed, keyed, otherParts, toSlug } from "../keyed.ts"

const lengths = [30, 60, 70, 130, 200, 260, 300, 520, 1_000, 2_000]

/** Two keys of about this length that differ only at the end, and what both begin with. An address gets a long domain. */
function createSimilarKeys(
  { folds }: KeyField,
  unique: string,
  length: number,
): [string, string, start: string] {
  if (!folds) {
    const start = unique.padEnd(length - 1, "x")
    return [`${start}a`, `${start}b`, start]
  }
  const labels = `${"d".repeat(60)}.`.repeat(Math.ceil(length / 61)).slice(-length)
  const start = `${unique}@d${labels}example`
  return [`${start}.com`, `${start}.org`, start]
}

const longKeyCase = ({ kind, key }: Keyed): NewCase => ({
  id: `exact-keys/long-${toSlug(key)}`,
  clause: "SEC-J7",
  also: [key.clause],
  title: `Long ${describeKeys(key)} that differ only at the end are different keys, or are refused`,
  harm: "When keys are truncated, one person is signed in as another.",
  fix: "Use text columns without a limit, and a strict mode that refuses what does not fit.",
  async run(t) {
    for (const length of t.some(lengths, 5))
      for (const isReversed of [false, true]) {
        const owners = [await newOwner(t), await newOwner(t)] as const
        const [firstKey, secondKey, start] = createSimilarKeys(key, t.unique(), length)
        const first = kind.row(t, owners[0], { [key.field]: isReversed ? secondKey : firstKey })
        const parts = otherParts(first, key)
        const second = kind.row(t, owners[1], { ...parts, [key.field]: isReversed ? firstKey : secondKey })
        const rows = []
        for (const row of [first, second]) {
          if (!key.isAssigned) await expectNoRow(t, row, key)
          const stored = await t.attempt(() => row.store())
          if (stored.status === "fulfilled") rows.push(stored.value)
        }
        await expectNoRow(t, kind.row(t, owners[0], { ...parts, [key.field]: start }), key)
        for (const row of rows) await expectFound(t, row, `of a row with a key of ${length} characters`)
      }
  },
})

export const longKeys: readonly NewCase[] = keyed.map(longKeyCase)
