import type { Case, CaseContext } from "../../case.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

// Limits count characters, UTF-16 units or bytes. An emoji has one character, two units and four bytes.
const fills = ["x", "\u{1f600}"]
const harm = "The stored text differs from the given text, and two different texts become the same."
const fix = "Use text columns without a limit, and a strict mode that refuses what does not fit."

const passkeyFields = ["credentialPublicKey", "credentialDeviceType", "transports", "providerAccountId"]

/** Two texts of a length that differ only in the last character. */
const pairOf = (start: string, length: number): [string, string] => {
  const long = start.padEnd(length - 1, "x")
  return [`${long}a`, `${long}b`]
}

export const longFields: readonly Case[] = [
  {
    id: "long-fields/of-users",
    level: "must",
    clause: "SEC-J7",
    also: ["SEC-J1"],
    title: "A long name or picture of emoji is refused or stored completely, never cut between two bytes",
    harm,
    fix,
    needs: ["createUser", "updateUser", "getUser"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const length of [130, 260, 1_100, 20_000]) {
        const text = "\u{1f600}".repeat(length)
        for (const fields of [{ name: text }, { image: text }]) {
          const created = await t.attempt(() => t.adapter.createUser(t.user(fields)))
          const updated = await t.attempt(() => t.adapter.updateUser({ id, ...fields }))
          for (const outcome of [created, updated])
            if (outcome.status === "fulfilled")
              t.row(await t.adapter.getUser(outcome.value.id), fields, `a text of ${length} emoji`)
        }
      }
    },
  },
  {
    id: "long-fields/of-passkeys",
    level: "must",
    clause: "SEC-J7",
    also: ["§2 AdapterAuthenticator"],
    title: "A long field of a passkey is refused or stored completely, never truncated",
    harm: "A passkey with a long key is registered, but its signatures are never accepted.",
    fix,
    needs: ["createUser", "createAuthenticator", "getAuthenticator"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const name of passkeyFields)
        for (const length of [70, 260, 1_100, 9_000])
          for (const fill of fills) {
            const passkey = t.authenticator(id, { [name]: fill.repeat(length) })
            const created = await t.attempt(() => t.adapter.createAuthenticator(passkey))
            if (created.status === "rejected") continue
            const found = await t.adapter.getAuthenticator(passkey.credentialID)
            t.row(found, passkey, `a passkey with a ${name} of ${length} characters`)
          }
    },
  },
  {
    id: "long-fields/of-addresses",
    level: "must",
    clause: "SEC-J7",
    also: ["SEC-C9", "§4 getUserByEmail"],
    title: "Long addresses that differ only at the end are different users, or are refused",
    harm: "A person with a long address cannot sign in, or is signed in as another user.",
    fix,
    needs: ["createUser", "getUserByEmail"],
    async run(t) {
      for (const labels of [1, 2, 3]) {
        const start = `${t.unique()}@${`${"d".repeat(60)}.`.repeat(labels)}example`
        for (const email of [`${start}.com`, `${start}.org`]) {
          t.isNothing(await t.adapter.getUserByEmail(email), "a long address before the sign-up")
          const created = await t.attempt(() => t.adapter.createUser(t.user({ email })))
          if (created.status === "rejected") continue
          const { id } = created.value
          t.row(await t.adapter.getUserByEmail(email), { id, email }, "the user of a long address")
        }
      }
    },
  },
  {
    id: "long-fields/of-providers",
    level: "must",
    clause: "SEC-J7",
    also: ["SEC-C1"],
    title: "Long names of providers that differ only at the end are different providers, or are refused",
    harm: "A user of one provider is signed in as a user of another.",
    fix,
    needs: ["createUser", "linkAccount", "getUserByAccount"],
    run: (t) =>
      inPairs(t, [30, 60, 120, 300], async (provider) => {
        const { id } = await t.adapter.createUser(t.user())
        const account = t.account(id, { provider, providerAccountId: "1" })
        t.isNull(await t.adapter.getUserByAccount(accountKey(account)), "an account before it is linked")
        const linked = await t.attempt(() => t.adapter.linkAccount(account))
        if (linked.status === "fulfilled")
          t.row(await t.adapter.getUserByAccount(accountKey(account)), { id }, "the owner of an account")
      }),
  },
  {
    id: "long-fields/of-tokens",
    level: "must",
    clause: "SEC-J7",
    also: ["SEC-E1"],
    title: "Long identifiers and tokens that differ only at the end do not match, and are stored completely",
    harm: "A link sent to one mailbox signs in the owner of another.",
    fix,
    needs: ["createVerificationToken", "useVerificationToken"],
    run: (t) =>
      inPairs(t, [70, 130, 200, 260, 520, 1_000], async (text, other) => {
        for (const name of ["identifier", "token"]) {
          const token = t.verificationToken({ [name]: text })
          const created = await t.attempt(() => t.adapter.createVerificationToken(token))
          if (created.status === "rejected") continue
          const wrong = { ...tokenKey(token), [name]: other }
          t.isNull(
            await t.adapter.useVerificationToken(wrong),
            `another ${name} of ${text.length} characters`,
          )
          t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "the token itself")
        }
      }),
  },
]

/** Calls the body with both texts of a pair of each length. */
async function inPairs(
  t: CaseContext,
  lengths: readonly number[],
  body: (text: string, other: string) => Promise<void>,
): Promise<void> {
  for (const length of lengths) {
    const [one, other] = pairOf(t.unique(), length)
    await body(one, other)
    await body(other, one)
  }
}
