import type { OperationName } from "mortise"
import type { CaseContext, NewCase } from "../../../case.ts"
import { kebabCase } from "../../kebab-case.ts"
import type { Row } from "../../row.ts"
import { expectFound, type Kind, kinds, newOwner } from "../../rows.ts"
import { type Keyed, otherParts, storeOwned } from "../keyed.ts"

// Rows with similar keys are stored side by side, and some of them are changed or deleted. An adapter that finds rows
// by LIKE, by the beginning of a key or with a collation that folds also changes the others.

/** A key, patterns that match it, and texts that contain it or that it contains. */
export const createRelatedKeys = (key: string) => {
  const [start, end] = [key.slice(0, -1), key.slice(1)]
  return {
    written: [key, `${start}%`, `${start}_`, `${start}*`, `${start}?`],
    others: [`${key}c`, `c${key}`, `c${key}c`, start, end, `${key}:c`, `${key}/c`, `${key}.c`, `${start}x`],
    spellings: [key.toUpperCase(), key.toLowerCase(), `${key} `],
  }
}

const writtenRowCase = (kind: Kind, operation: OperationName): NewCase => ({
  id: `exact-keys/${kebabCase(operation)}`,
  clause: `§4 ${operation}`,
  also: ["SEC-J8", ...kind.keys.flatMap(({ clause, isInWrites }) => (isInWrites ? [clause] : []))],
  guarantees: ["byte_exact_keys"],
  title: `${operation} changes no row whose key only resembles the given one`,
  harm: "A sign-out, a deletion or a change of one person reaches the rows of others.",
  fix: "Compare the whole key byte by byte: no LIKE, no pattern, no prefix of a key.",
  async run(t) {
    for (const key of kind.keys.filter(({ isInWrites }) => isInWrites))
      for (const row of await rowsAfterWrites(t, { kind, key }, operation))
        await expectFound(t, row, `of a row that ${operation} was not called for`)
  },
})

/** Stores rows with similar keys, calls the operation for some of them, and returns the others. */
async function rowsAfterWrites(t: CaseContext, { kind, key }: Keyed, operation: OperationName) {
  const owner = await newOwner(t)
  const { written, others, spellings } = createRelatedKeys(`Ab${t.unique()}d`)
  const parts = otherParts(kind.row(t, owner), key)
  const store = async (text: string): Promise<Row[]> => {
    const row = kind.row(t, owner, { ...parts, [key.field]: key.toKey(text) })
    // An adapter may refuse a key with special characters.
    const stored = await t.attempt(() => row.store())
    return stored.status === "fulfilled" ? [stored.value] : []
  }
  const named: Row[] = []
  for (const text of written) named.push(...(await store(text)))
  const rest: Row[] = []
  for (const text of t.some([...others, ...(key.folds ? [] : spellings)], 6))
    rest.push(...(await store(text)))
  const owned = key.isAssigned
    ? await Promise.all(rest.map(({ fields }) => storeOwned(t, { ...owner, ...fields })))
    : []
  for (const row of named) await (operation === kind.update ? row.change?.() : row.remove?.())
  return [...rest, ...owned.flat().map(({ row }) => row)]
}

export const writtenRows: readonly NewCase[] = kinds.flatMap((kind) =>
  [kind.update, kind.remove].flatMap((operation) => (operation ? [writtenRowCase(kind, operation)] : [])),
)
