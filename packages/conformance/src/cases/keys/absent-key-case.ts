import type { Case, CaseContext } from "../../case.ts"
import { inBatches } from "../scale/in-batches.ts"
import { awkwardKeys, digests, mostSimilar, similarTexts, spellings, uuidForms } from "./similar-texts.ts"

// The other cases of keys store both of two similar keys. Here only one is stored: an adapter that looks for a similar
// row when there is no equal one, as LIKE, a collation or a numeric comparison does, finds it.

/** A stored row and what can be done with its key. */
export type Keyed = {
  readonly key: string
  readonly expected: object
  /** The row of a key; null if there is none. */
  read(key: string): Promise<unknown>
  /** Calls that change the row of a key. They may throw if there is none. */
  writes?(key: string): readonly Promise<unknown>[]
  /** The stored row with everything that a wrong write could change. Default: `read`. */
  readAll?(): Promise<unknown>
}

export type KeyKind = Pick<Case, "clause" | "also" | "guarantees"> & {
  readonly id: string
  /** The key, as the title names it, with its article. */
  readonly name: string
  readonly harm: string
  /** The keys that resemble the stored one. Default: similar texts and other spellings. */
  similar?(key: string): string[]
  /** How many keys are stored, one after the other. Default: all awkward keys. */
  readonly count?: number
  store(t: CaseContext, key: string): Promise<Keyed>
}

const everySimilar = (key: string): string[] => [...similarTexts(key), ...spellings(key), ...uuidForms(key)]

/** The case of one kind of key. */
export const absentKeyCase = ({ id, name, similar, count, store, ...rest }: KeyKind): Case => ({
  id: `absent-keys/${id}`,
  level: "must",
  title: `${name} that only resembles a stored one finds nothing and changes nothing`,
  fix: "Compare keys byte by byte as text: no LIKE, no collation that folds, no conversion to a number.",
  ...rest,
  async run(t) {
    for (const [nth, wanted] of t.some(awkwardKeys(t.unique).slice(0, count), 3).entries()) {
      const { key, expected, read, writes, readAll } = await store(t, wanted)
      const similarOnes = [...(similar ?? everySimilar)(key), ...(await digests(key))]
      const most = nth === 0 ? mostSimilar(key) : []
      const others = [
        ...similarOnes.filter((other) => most.includes(other)),
        ...t.some(
          similarOnes.filter((other) => !most.includes(other)),
          5,
        ),
      ]
      const withOwn = others.flatMap((other, each) => (each % 10 === 0 ? [key, other] : [other]))
      await inBatches(withOwn, async (each) => {
        const found = await read(each)
        if (each === key) t.row(found, expected, "a lookup by the stored key among similar ones")
        else t.isNull(found, `a lookup by ${JSON.stringify(each)} instead of ${JSON.stringify(key)}`)
      })
      await inBatches(others, (other) => Promise.allSettled(writes?.(other) ?? []))
      t.row(await (readAll?.() ?? read(key)), expected, "the stored row after writes to similar keys")
    }
  },
})
