import type { CaseContext } from "../../case.ts"
import type { Row } from "../row.ts"
import { expectFound, type KeyField, type Kind, newOwner } from "../rows.ts"
import { inBatches } from "../scale/in-batches.ts"
import { createWrites, lookupsBy, ownerKey, type Stored, storeOwned, withFields } from "./keyed.ts"

// MySQL converts a text to a number before it compares it with one: every text that does not start with a digit equals 0
// and false, and one that starts with 1 equals 1 and true. So the keys of the stored rows start with both.
const starts = ["x", "1x"]

type Field = Pick<KeyField, "field" | "name">

/** Two users, so that one of them is not the first row of a table, and their rows of this kind. */
const storeTwo = (t: CaseContext, kind: Kind): Promise<Stored[]> =>
  Promise.all(
    starts.map(async (start) => {
      const owner = await newOwner(t)
      const keys = kind.keys.filter(({ isAssigned }) => !isAssigned)
      const fields = keys.map(({ field, toKey }) => [field, `${start}${toKey(t.unique())}`])
      return { kind, owner, row: await kind.row(t, owner, Object.fromEntries(fields)).store() }
    }),
  )

/**
 * Stores rows of a kind, and makes every lookup, change and deletion with values that are no keys: as each part of the
 * key, and as all of it. A call may throw, or find nothing.
 */
export async function expectUseless(
  t: CaseContext,
  kind: Kind,
  pickValues: (key: Pick<KeyField, "isAssigned">) => readonly unknown[],
): Promise<void> {
  const stored = await storeTwo(t, kind)
  const isOwner = kind.keys.some(({ isAssigned }) => isAssigned)
  const owned = await Promise.all(
    stored.map(({ owner, row }) => (isOwner ? storeOwned(t, { ...owner, ...row.fields }) : [])),
  )
  const [letter, digit] = stored as [Stored, Stored]
  const calls = kind.keys.flatMap((key) =>
    pickValues(key).flatMap((value) => {
      // A number from 1 can only equal a text that starts with a digit.
      const like = value === 1 || value === 1n || value === true ? digit : letter
      const whole = kind.keys.filter(({ isInWrites }) => isInWrites).map(({ field }) => [field, value])
      return [{ [key.field]: value }, { ...Object.fromEntries(whole), [key.field]: value }].map((fields) => ({
        key,
        row: withFields(t, like, fields),
      }))
    }),
  )
  const lists = pickValues({ isAssigned: true }).map((userId) => ({
    key: ownerKey,
    row: withFields(t, letter, { userId }),
  }))
  await inBatches([...calls, ...(kind.isOwned ? lists : [])], ({ row, key }) => findNothing(t, row, key))
  await t.race(calls.flatMap(({ row, key }) => (key.isInWrites ? createWrites(t, kind, row) : [])))
  for (const { row } of [...stored, ...owned.flat()]) await expectFound(t, row, "of a row afterwards")
}

async function findNothing(t: CaseContext, row: Row, key: Field): Promise<void> {
  for (const { operation, readRaw } of lookupsBy(row, key)) {
    const outcome = await t.attempt(readRaw)
    if (outcome.status === "rejected") continue
    const isEmptyList = Array.isArray(outcome.value) && outcome.value.length === 0
    if (!isEmptyList)
      t.isNothing(outcome.value, `${operation} with ${print(row.fields[key.field])} as ${key.name}`)
  }
}

export const print = (value: unknown): string =>
  typeof value === "object" ? (JSON.stringify(value) ?? "an object") : String(value)
