import { hasFields } from "../../../../../engine/case-tools/same-value.ts"
import type { CaseContext, NewCase } from "../../../case.ts"
import type { Owner } from "../../row.ts"
import { expectFound, newOwner } from "../../rows.ts"
import { inBatches } from "../../scale/in-batches.ts"
import {
  capitalize,
  createWrites,
  describeKeys,
  expectNoRow,
  type Keyed,
  keyed,
  listWriteClauses,
  lookupsBy,
  ownerKey,
  storeOwned,
  storeWithKey,
  toSlug,
  withFields,
} from "../keyed.ts"
import {
  awkwardKeys,
  digests,
  longNumber,
  mostSimilar,
  similarTexts,
  spellings,
  uuidForms,
} from "./similar-texts.ts"

// Only one of two similar keys is stored: an adapter that looks for a similar row when there is no equal one, as LIKE,
// a collation or a numeric comparison does, finds it.

/** The keys that must not find the stored one. */
async function similarTo(stored: string, { folds, isAssigned }: Keyed["key"]): Promise<string[]> {
  const texts = [...similarTexts(stored), ...(await digests(stored))]
  if (folds) return texts
  // Ids that the adapter chooses may be short numbers: the other texts could be ids of other users.
  if (isAssigned) return [...texts, ...spellings(stored)].filter((text) => /[^0-9a-z-]/i.test(text))
  return [...texts, ...spellings(stored), ...uuidForms(stored)]
}

/** A write may return nothing, or the row that it was asked for, but not the row of another key. */
function expectNotReturned(t: CaseContext, returned: unknown, key: object): void {
  t.check(!hasFields(returned, key), "a write with a similar key: not the stored row", returned)
}

const absentKeyCase = ({ kind, key }: Keyed): NewCase => ({
  id: `exact-keys/absent-${toSlug(key)}`,
  clause: key.clause,
  also: ["SEC-J8", "SEC-J10", ...(key.isInWrites ? listWriteClauses(kind) : [])],
  ...(key.isAssigned && { guarantees: ["byte_exact_keys"] as const }),
  title: `${capitalize(describeKeys(key))} that only resemble a stored one find nothing and change nothing`,
  harm: "A visitor who guesses a part of a key, or registers a similar one, gets the rows of another person.",
  evidence:
    "@auth/drizzle-adapter on MySQL ignores case; CVE-2026-27840: truncated tokens were valid; MySQL compares a text with a number as numbers",
  fix: "Compare keys byte by byte as text: no LIKE, no collation that folds, no conversion to a number.",
  async run(t) {
    const texts = key.folds
      ? [t.unique(), longNumber(t.unique())].map((text) => key.toKey(`${text}.a-b`))
      : awkwardKeys(t.unique).slice(0, key.isAssigned ? 2 : undefined)
    for (const [round, text] of t.some(texts, 3).entries()) {
      const owner = await newOwner(t)
      const row = await storeWithKey(t, { kind, key }, [owner, text])
      const owned = key.isAssigned ? await storeOwned(t, row.fields as Owner) : []
      const storedKey = String(row.fields[key.field])
      const similar = await similarTo(storedKey, key)
      const [most, rest] = [round === 0 ? mostSimilar(storedKey) : [], kind.isReadOnce ? 20 : 5]
      const others = [
        ...similar.filter((similarKey) => most.includes(similarKey)),
        ...t.some(
          similar.filter((similarKey) => !most.includes(similarKey)),
          rest,
        ),
      ].map((similarKey) => withFields(t, { kind, owner, row }, { [key.field]: similarKey }))
      const storedRow = { ...row, lookups: kind.isReadOnce ? [] : lookupsBy(row, key) }
      const amongOthers = others.flatMap((otherRow, index) =>
        index % 10 === 0 ? [storedRow, otherRow] : [otherRow],
      )
      await inBatches(amongOthers, async (candidate) => {
        if (candidate === storedRow) return expectFound(t, storedRow, "of the stored row among similar ones")
        await expectNoRow(t, candidate, key)
        for (const ownedRow of owned)
          await expectNoRow(t, withFields(t, ownedRow, { userId: candidate.fields[key.field] }), ownerKey)
      })
      if (key.isInWrites)
        await inBatches(others, async (otherRow) => {
          const outcomes = await Promise.allSettled(createWrites(t, kind, otherRow).map((write) => write()))
          for (const outcome of outcomes)
            if (outcome.status === "fulfilled")
              expectNotReturned(t, outcome.value, { [key.field]: storedKey })
        })
      for (const stored of [row, ...owned.map((ownedRow) => ownedRow.row)])
        await expectFound(t, stored, "of the stored row after writes with similar keys")
    }
  },
})

export const absentKeys: readonly NewCase[] = keyed.map(absentKeyCase)
