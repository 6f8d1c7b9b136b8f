import { isDate } from "../../../../engine/case-tools/same-value.ts"
import type { CaseContext } from "../../case.ts"
import { offers } from "../row.ts"

/** A user with one row of each kind, in which no other row has the same texts. */
export type MarkedPerson = Awaited<ReturnType<typeof markedPerson>>

export type Kind = "user" | "account" | "session" | "passkey" | "token"

/**
 * Stores a user with a row of each kind. An adapter may lack an operation, or its tables a kind of row: then there is no
 * row of that kind.
 */
export async function markedPerson(t: CaseContext) {
  const marks = new Set<string>()
  const mark = (start: string): string => {
    const text = `${start}-${t.unique()}`
    marks.add(text)
    return text
  }
  const user = t.user({
    name: mark("name"),
    image: mark("https://example.com/image"),
    emailVerified: t.inDays(-4),
  })
  marks.add(user.email)
  const created = await t.adapter.createUser(structuredClone(user))
  const { id } = created
  const rows = {
    user: { ...user, id },
    account: t.account(id, {
      provider: mark("provider"),
      providerAccountId: mark("account"),
      access_token: mark("access"),
      refresh_token: mark("refresh"),
      id_token: mark("id"),
      scope: mark("scope"),
      expires_at: 1_900_000_000,
    }),
    session: t.session(id, { sessionToken: mark("session") }),
    passkey: t.authenticator(id, {
      credentialID: mark("credential"),
      providerAccountId: mark("passkey"),
      counter: 7,
      credentialPublicKey: mark("key"),
    }),
    token: t.verificationToken({ identifier: user.email, token: mark("token") }),
  }
  const stores = [
    ["linkAccount", rows.account],
    ["createSession", rows.session],
    ["createAuthenticator", rows.passkey],
    ["createVerificationToken", rows.token],
  ] as const
  const results = []
  for (const [operation, row] of stores)
    results.push(offers(t, operation) ? await t.call(operation, structuredClone(row)) : undefined)
  const [linked, signedIn, registered, sent] = results
  return {
    rows,
    marks,
    /** What the writes returned, or nothing. */
    results: { user: created, account: linked, session: signedIn, passkey: registered, token: sent },
  }
}

// Fields of other rows that hold no text of their own: joined dates, numbers and booleans.
const foreignNames: Readonly<Record<Kind, readonly string[]>> = {
  user: ["sessionToken", "expires", "expires_at", "access_token", "counter", "credentialBackedUp"],
  account: ["emailVerified", "sessionToken", "expires", "counter", "credentialBackedUp"],
  session: ["emailVerified", "expires_at", "access_token", "counter", "credentialBackedUp"],
  passkey: ["emailVerified", "sessionToken", "expires", "expires_at", "access_token"],
  token: ["emailVerified", "sessionToken", "expires_at", "access_token", "counter", "credentialBackedUp"],
}

/** Checks that a row contains no text and no field of another row of these people, at any depth. */
export function expectOwn(
  t: CaseContext,
  row: unknown,
  [kind, owner, people]: readonly [Kind, MarkedPerson, readonly MarkedPerson[]],
  what: string,
): void {
  const ownTexts = new Set(textsIn(owner.rows[kind]))
  const texts = textsIn(row)
  for (const { rows, marks } of people)
    for (const [otherKind, otherRow] of Object.entries(rows))
      for (const [name, value] of Object.entries(otherRow))
        if (marks.has(value) && !ownTexts.has(value)) {
          const isFree = !texts.some((text) => text.includes(value))
          t.check(isFree, `${what} without the ${name} of another row (${otherKind})`, row)
        }
  const foreign = listFields(row).filter((name) => foreignNames[kind].includes(name))
  t.equal(foreign, [], `${what}: fields of other rows`)
}

/** The names of the fields that a row has, without those that are empty. */
export const listFields = (row: unknown): string[] =>
  Object.entries(row ?? {})
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name]) => name)
    .sort()

function textsIn(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null || isDate(value) || seen.has(value)) return []
  seen.add(value)
  const inner = value instanceof Map || value instanceof Set ? [...value].flat() : Object.values(value)
  return inner.flatMap((item) => textsIn(item, seen))
}
