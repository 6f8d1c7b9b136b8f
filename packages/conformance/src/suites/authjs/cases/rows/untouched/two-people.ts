import type { CaseContext } from "../../../case.ts"
import { type Fields, type Owner, offers, type Row } from "../../row.ts"
import { expectAbsent, expectFound, type Kind, kinds, toAddressFields } from "../../rows.ts"

/** A row of a person. Cases change the fields as their calls must change the stored row. */
export type OwnRow = { readonly kind: Kind; fields: Fields }

/** A user and all rows that belong to the user, as they must be found. */
export type Person = { user: Owner; rows: OwnRow[] }

/** The row in the table. */
export const toRow = (t: CaseContext, { user }: Person, { kind, fields }: OwnRow): Row =>
  kind.row(t, user, fields)

/** The user as a row. */
export const toUserRow = (t: CaseContext, { user }: Person): Row =>
  (kinds.find(({ name }) => name === "user") as Kind).row(t, user, user)

/** The kinds of the rows that people have, if the adapter has them. */
export const listRowKinds = (t: CaseContext): readonly Kind[] =>
  kinds.filter(({ name, create }) => name !== "user" && offers(t, create))

/** Stores a row for a person. */
export async function addRow(t: CaseContext, person: Person, kind: Kind, fields: Fields = {}): Promise<void> {
  const row = await kind.row(t, person.user, { ...toAddressFields(kind, person.user), ...fields }).store()
  person.rows.push({ kind, fields: row.fields })
}

/**
 * Two users with rows of every kind, the second unverified. Their accounts have the same ids at different providers,
 * each user has one id at two providers, and the passkeys of both name that id.
 */
export async function twoPeople(t: CaseContext): Promise<[Person, Person]> {
  const [shared, otherId] = [t.unique(), t.unique()]
  const make = async (emailVerified: Date | null, providers: readonly string[]): Promise<Person> => {
    const user = t.user({ name: `Ada ${t.unique()}`, emailVerified })
    const person: Person = { user: { ...user, id: (await t.adapter.createUser(user)).id }, rows: [] }
    const ids = [shared, otherId, shared]
    const special: Partial<Record<Kind["name"], readonly Fields[]>> = {
      account: providers.map((provider, index) => ({
        provider,
        providerAccountId: ids[index],
        refresh_token: t.unique(),
        expires_at: 1_900_000_000 + index,
      })),
      passkey: [3, 7].map((counter) => ({
        counter,
        providerAccountId: shared,
        credentialBackedUp: counter === 3,
        credentialPublicKey: t.unique(),
      })),
    }
    for (const kind of listRowKinds(t))
      for (const fields of special[kind.name] ?? [{}, {}]) await addRow(t, person, kind, fields)
    return person
  }
  return Promise.all([
    make(t.inDays(-9), ["github", "google", "gitlab"]),
    make(null, ["google", "github", "apple"]),
  ])
}

/** The person without rows that a lookup removes. */
export const readable = ({ user, rows }: Person): Person => ({
  user,
  rows: rows.filter(({ kind }) => !kind.isReadOnce),
})

/** Checks every row of a person by every lookup at once. */
export const expectAsStored = (t: CaseContext, person: Person): Promise<void> =>
  eachRow(t, person, (row) => expectFound(t, row))

/** Checks that a deleted person is not found by any lookup. */
export const expectGone = (t: CaseContext, person: Person): Promise<void> =>
  eachRow(t, person, (row) => expectAbsent(t, row, "of the deleted user"))

/** Rows that a lookup removes come last: such a lookup is a write, which may clear a cache. */
async function eachRow(t: CaseContext, person: Person, check: (row: Row) => Promise<void>): Promise<void> {
  const rows = readable(person).rows.map((row) => toRow(t, person, row))
  await Promise.all([toUserRow(t, person), ...rows].map(check))
  for (const row of person.rows) if (row.kind.isReadOnce) await check(toRow(t, person, row))
}
