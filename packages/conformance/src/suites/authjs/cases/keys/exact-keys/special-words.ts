import type { CaseContext, NewCase } from "../../../case.ts"
import type { NewAccount } from "../../../data.ts"
import type { Row } from "../../row.ts"
import { expectFound, newOwner } from "../../rows.ts"
import { expectOwner } from "../../stored.ts"
import { capitalize, describeKeys, expectNoRow, type Keyed, keyed, pairedKinds, toSlug } from "../keyed.ts"

// The client uses these providers itself. The spellings are different providers. The other names have a meaning in
// JavaScript, so an adapter may refuse them.
const reserved = ["email", "credentials", "webauthn", "passkey", "nodemailer", "resend"]
const spellings = ["github", "GitHub", "github ", "g\u0131thub", "git"]
const namesOfCode = [
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "undefined", "null", "*"],
]

const types = ["oauth", "oidc", "email", "webauthn"] as const

const specialWordCase = ({ kind, key }: Keyed): NewCase => ({
  id: `exact-keys/special-words-in-${toSlug(key)}`,
  clause: "SEC-C3",
  also: ["SEC-J5", "§5.3", `§4 ${kind.create}`],
  guarantees: ["byte_exact_keys"],
  title: `${capitalize(kind.many)} with words such as "email" as ${describeKeys(key)} are ordinary rows`,
  harm: "Users of one sign-in method cannot sign in, or are signed in as one another.",
  fix: "Treat every part of a key as data. Use a Map or a column, not the keys of an object.",
  async run(t) {
    const rows: Row[] = []
    // No other case has a row with the same other part.
    const parts = Object.fromEntries(kind.keys.map(({ field, toKey }) => [field, toKey(t.unique())]))
    for (const word of [...reserved, ...(key.folds ? [] : spellings), ...namesOfCode]) {
      const type = key.field === "provider" && types.find((accountType) => accountType === word)
      const fields = { ...parts, [key.field]: word, ...(type && { type }) }
      const row = kind.row(t, await newOwner(t), fields)
      const stored = await t.attempt(() => row.store())
      if (stored.status === "fulfilled") rows.push(stored.value)
      else if (!namesOfCode.includes(word) && !key.folds) throw stored.reason
      else await expectNoRow(t, row, key)
    }
    for (const row of rows) await expectFound(t, row, `of the row of ${row.fields[key.field]}`)
    for (const row of rows) {
      await row.remove?.()
      await expectNoRow(t, row, key)
    }
  },
})

const namesOfCodeCase: NewCase = {
  id: "exact-keys/words-of-code-as-providers",
  level: "should",
  clause: "SEC-J5",
  also: ["§4 linkAccount"],
  title: 'An account at a provider with a name such as "constructor" can be linked',
  harm: "Users of a provider whose name has a meaning in JavaScript cannot sign in.",
  fix: "Store rows in a Map or in an object without a prototype.",
  async run(t) {
    for (const provider of namesOfCode) {
      const { id } = await t.adapter.createUser(t.user())
      const account = t.account(id, { provider })
      await t.adapter.linkAccount(account)
      await expectOwner(t, account, id, `the owner at "${provider}"`)
    }
  },
}

const secondOwnerCase: NewCase = {
  id: "exact-keys/taken-at-special-providers",
  clause: "SEC-B3",
  also: ["§4 linkAccount"],
  guarantees: ["unique_accounts"],
  title: "A linked account of any provider and type cannot be linked to another user",
  harm: "The call reports success, but the account signs the second user in as the first.",
  fix: "Look up accounts by (provider, providerAccountId) alone, and treat every provider and type alike.",
  async run(t) {
    const mallory = await t.adapter.createUser(t.user())
    for (const provider of [...reserved, "github"])
      for (const type of t.some(types, 1)) {
        const account = await linkToNewUser(t, { provider, type })
        for (const taken of [
          { ...account, userId: mallory.id, access_token: "stolen" },
          { provider, type, userId: mallory.id, providerAccountId: account.providerAccountId },
        ])
          await t.throws(() => t.adapter.linkAccount(taken), `linkAccount of a ${type} account`, "conflict")
        const storedAccount = await t.adapter.getAccount(account.providerAccountId, provider)
        t.row(storedAccount, account, `the account at ${provider} afterwards`)
      }
  },
}

async function linkToNewUser(
  t: CaseContext,
  fields: Pick<NewAccount, "provider" | "type">,
): Promise<NewAccount> {
  const { id, email } = await t.adapter.createUser(t.user())
  const account = t.account(id, { ...fields, ...(fields.type === "email" && { providerAccountId: email }) })
  await t.adapter.linkAccount(account)
  return account
}

export const specialWords: readonly NewCase[] = [
  ...keyed.filter(({ kind }) => pairedKinds.includes(kind)).map(specialWordCase),
  namesOfCodeCase,
  secondOwnerCase,
]
