import type { OperationName } from "mortise"
import type { Case, CaseContext } from "../../case.ts"
import { inBatches } from "../scale/in-batches.ts"

// Rows with similar keys are stored side by side, and one of them is changed or deleted. An adapter that finds rows
// by LIKE, by the beginning of a key or with a collation that folds also changes the others.

/** The rows of one kind, by key. */
export type Siblings = {
  /** Stores the row of a key. Rejects if the adapter does not accept the key. */
  add(key: string): Promise<unknown>
  /** Calls the operation for the row of a key. */
  act(key: string): Promise<unknown>
  read(key: string): Promise<unknown>
  expected(key: string): object
}

export type SiblingKind = Pick<Case, "clause" | "harm"> & {
  readonly id: string
  readonly operation: OperationName
  readonly also?: readonly string[]
  /** The key, as the title names it. */
  readonly name: string
  /** Changes a key so that it is valid, as an address must have a domain. */
  keyOf?(text: string): string
  /** Set if an adapter may treat keys as equal that differ only in case or in spaces. */
  readonly folded?: true
  open(t: CaseContext): Promise<Siblings>
}

/** A key, patterns that match it, and texts that contain it or that it contains. */
const related = (key: string) => {
  const [start, end] = [key.slice(0, -1), key.slice(1)]
  return {
    acted: [key, `${start}%`, `${start}_`, `${start}*`, `${start}?`],
    others: [`${key}c`, `c${key}`, `c${key}c`, start, end, `${key}:c`, `${key}/c`, `${key}.c`, `${start}x`],
    spellings: [key.toUpperCase(), key.toLowerCase(), `${key} `],
  }
}

/** The case of one operation and one kind of key. */
export const siblingCase = ({
  id,
  operation,
  name,
  keyOf,
  folded,
  open,
  also = [],
  ...rest
}: SiblingKind): Case => ({
  id: `siblings/${id}`,
  level: "must",
  also: [...also, "SEC-J8"],
  guarantees: ["similar_keys"],
  title: `${operation} changes only the row of the given ${name}, also among rows with similar ones`,
  fix: "Compare the whole key byte by byte: no LIKE, no pattern, no prefix of a key.",
  ...rest,
  async run(t) {
    const rows = await open(t)
    const { acted, others, spellings } = related(`Ab${t.unique()}d`)
    const stored: string[] = []
    for (const text of [...acted, ...t.some([...others, ...(folded ? [] : spellings)], 6)]) {
      const key = keyOf?.(text) ?? text
      // An adapter may refuse a key with special characters.
      const added = await t.attempt(() => rows.add(key))
      if (added.status === "fulfilled") stored.push(key)
    }
    const wanted = acted.map((text) => keyOf?.(text) ?? text).filter((key) => stored.includes(key))
    for (const key of wanted) await rows.act(key)
    await inBatches(
      stored.filter((key) => !wanted.includes(key)),
      async (key) => {
        const what = `the row of ${JSON.stringify(key)} after ${operation} of ${JSON.stringify(wanted)}`
        t.row(await rows.read(key), rows.expected(key), what)
      },
    )
  },
})
