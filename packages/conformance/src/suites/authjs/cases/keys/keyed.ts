import type { CaseContext } from "../../case.ts"
import { type Fields, type Lookup, type Owner, offers, type Row } from "../row.ts"
import { type KeyField, type Kind, kinds, ownedKinds } from "../rows.ts"

/** A kind of row and a field by which its rows are found. */
export type Keyed = { readonly kind: Kind; readonly key: KeyField }

export const keyed: readonly Keyed[] = kinds.flatMap((kind) => kind.keys.map((key) => ({ kind, key })))

/** Passkeys are also listed by the id of their user. */
export const ownerKey = { field: "userId", name: "user id" }

/** The kinds whose key has two parts. */
export const pairedKinds: readonly Kind[] = kinds.filter(
  ({ keys }) => keys.filter(({ isInWrites }) => isInWrites).length > 1,
)

/** Several keys, as titles name them. */
export const describeKeys = ({ name }: KeyField): string => `${name}${name.endsWith("s") ? "es" : "s"}`

/** Several keys, as the ids of cases name them. */
export const toSlug = (key: KeyField): string => describeKeys(key).replaceAll(" ", "-")

export const capitalize = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** The row with other fields. It is not stored. */
export const withFields = (t: CaseContext, { kind, owner, row }: Stored, fields: Fields): Row =>
  kind.row(t, owner, { ...row.fields, ...fields })

export const lookupsBy = ({ lookups }: Row, { field }: Pick<KeyField, "field">): readonly Lookup[] =>
  lookups.filter(({ by }) => by.includes(field))

/** The fields that are looked up together with the key: similar keys are only confused if these are equal. */
export const otherParts = (row: Row, key: KeyField): Fields =>
  Object.fromEntries(
    lookupsBy(row, key)
      .flatMap(({ by }) => by)
      .filter((field) => field !== key.field)
      .map((field) => [field, row.fields[field]]),
  )

/** The deletion of a row, if the adapter has one for the kind. */
export const createRemovals = (t: CaseContext, { remove }: Kind, row: Row): (() => Promise<unknown>)[] =>
  remove && offers(t, remove) ? [async () => row.remove?.()] : []

/** The change and the deletion of a row that the adapter has. */
export const createWrites = (t: CaseContext, kind: Kind, row: Row): (() => Promise<unknown>)[] => [
  ...(kind.update && offers(t, kind.update) ? [async () => (await row.change?.())?.returned] : []),
  ...createRemovals(t, kind, row),
]

/** The clauses of the writes that name a row of a kind by its key. */
export const listWriteClauses = ({ update, remove }: Kind): string[] =>
  [update, remove].flatMap((operation) => (operation ? [`§4 ${operation}`] : []))

/** A row with its kind and its owner. */
export type Stored = { readonly kind: Kind; readonly owner: Owner; readonly row: Row }

/** Stores a row of each kind that belongs to users, if the adapter has it. */
export const storeOwned = (t: CaseContext, owner: Owner): Promise<Stored[]> =>
  Promise.all(
    ownedKinds
      .filter(({ create }) => offers(t, create))
      .map(async (kind) => ({ kind, owner, row: await kind.row(t, owner).store() })),
  )

/** Stores a row with this key, or with another one if the adapter may choose it and refuses this one. */
export async function storeWithKey(t: CaseContext, { kind, key }: Keyed, [owner, text]: [Owner, string]) {
  const stored = await t.attempt(() => kind.row(t, owner, { [key.field]: text }).store())
  if (stored.status === "fulfilled") return stored.value
  if (key.isAssigned) return kind.row(t, owner).store()
  throw stored.reason
}

/** Checks that no lookup by the key finds a row. */
export async function expectNoRow(
  t: CaseContext,
  row: Row,
  key: Pick<KeyField, "field" | "name">,
): Promise<void> {
  for (const { operation, readRaw } of lookupsBy(row, key)) {
    const result = await readRaw()
    const what = `${operation} with ${JSON.stringify(row.fields[key.field])} as ${key.name}`
    if (Array.isArray(result)) t.equal(result, [], what)
    else t.isNull(result, what)
  }
}
