import type { OperationName } from "../../../contract/operations.ts"
import type { Case, CaseContext } from "../../case.ts"
import { accountKey } from "../row-keys.ts"

// Each text is written into each field alone, because a store may refuse it in one field and cut it in another.
const texts = [300, 1_100, 2_100].map((length) => "Ab3_-".repeat(length / 5))
const nul = "Ada\0Lovelace"

type Rows = readonly (readonly [operation: string, row: unknown])[]

type Model = {
  readonly id: string
  readonly clause: string
  /** The fields, as the title names them. */
  readonly name: string
  readonly harm: string
  readonly fields: readonly string[]
  readonly needs: readonly OperationName[]
  /** Writes the fields, and returns every result that contains them. Rejects if the text is refused. */
  write(t: CaseContext, fields: Record<string, string>): Promise<readonly Rows[]>
}

const models: readonly Model[] = [
  {
    id: "of-users",
    clause: "§2 AdapterUser",
    name: "A name or picture",
    harm: "The name of a user changes with the page that shows it.",
    fields: ["name", "image"],
    needs: [
      ...(["createUser", "updateUser", "getUser", "getUserByEmail", "linkAccount"] as const),
      ...(["getUserByAccount", "createSession", "getSessionAndUser", "deleteUser"] as const),
    ],
    async write(t, fields) {
      const { id } = await t.adapter.createUser(t.user())
      const written = [
        await t.attempt(() => t.adapter.createUser(t.user(fields))),
        await t.attempt(() => t.adapter.updateUser({ id, ...fields })),
      ]
      const accepted = written.flatMap((outcome) => (outcome.status === "fulfilled" ? outcome.value : []))
      return Promise.all(accepted.map((user) => everyUser(t, user)))
    },
  },
  {
    id: "of-accounts",
    clause: "§2 AdapterAccount",
    name: "A token or the scope of an account",
    harm: "The provider refuses the changed token, long after the sign-in that stored it.",
    fields: ["access_token", "refresh_token", "id_token", "scope"],
    needs: ["createUser", "linkAccount", "getAccount", "unlinkAccount"],
    async write(t, fields) {
      const { id } = await t.adapter.createUser(t.user())
      const account = t.account(id, fields)
      const linked = await t.attempt(() => t.adapter.linkAccount(account))
      if (linked.status === "rejected") return []
      const found = await t.adapter.getAccount(account.providerAccountId, account.provider)
      const unlinked = await t.adapter.unlinkAccount(accountKey(account))
      return [
        [
          ["linkAccount", linked.value ?? fields],
          ["getAccount", found],
          ["unlinkAccount", unlinked ?? fields],
        ],
      ]
    },
  },
  {
    id: "of-passkeys",
    clause: "§2 AdapterAuthenticator",
    name: "The key or another text of a passkey",
    harm: "A signature is checked with another key, and the user cannot sign in.",
    fields: ["credentialPublicKey", "credentialDeviceType", "transports", "providerAccountId"],
    needs: [
      ...(["createUser", "createAuthenticator", "getAuthenticator"] as const),
      ...(["listAuthenticatorsByUserId", "updateAuthenticatorCounter"] as const),
    ],
    async write(t, fields) {
      const { id } = await t.adapter.createUser(t.user())
      const passkey = t.authenticator(id, { credentialBackedUp: false, ...fields })
      const created = await t.attempt(() => t.adapter.createAuthenticator(passkey))
      if (created.status === "rejected") return []
      const { credentialID } = passkey
      return [
        [
          ["createAuthenticator", created.value],
          ["getAuthenticator", await t.adapter.getAuthenticator(credentialID)],
          ["listAuthenticatorsByUserId", (await t.adapter.listAuthenticatorsByUserId(id))[0]],
          ["updateAuthenticatorCounter", await t.adapter.updateAuthenticatorCounter(credentialID, 1)],
        ],
      ]
    },
  },
]

async function everyUser(t: CaseContext, user: { id: string; email: string }): Promise<Rows> {
  const { id, email } = user
  const account = t.account(id)
  await t.adapter.linkAccount(account)
  const { sessionToken } = await t.adapter.createSession(t.session(id))
  return [
    ["createUser or updateUser", user],
    ["getUser", await t.adapter.getUser(id)],
    ["getUserByEmail", await t.adapter.getUserByEmail(email)],
    ["getUserByAccount", await t.adapter.getUserByAccount(accountKey(account))],
    ["getSessionAndUser", (await t.adapter.getSessionAndUser(sessionToken))?.user],
    ["a later updateUser", await t.adapter.updateUser({ id, emailVerified: t.inDays(-1) })],
    ["deleteUser", (await t.adapter.deleteUser(id)) ?? user],
  ]
}

type Kept = Pick<Case, "level"> & {
  readonly topic: string
  readonly what: string
  readonly values: readonly string[]
}

const keptCase = (
  { id, clause, name, harm, fields, needs, write }: Model,
  { level, topic, what, values }: Kept,
): Case => ({
  id: `${topic}/${id}`,
  level,
  clause: "SEC-J7",
  also: [clause],
  title: `${name} ${what} is refused, or returned unchanged by every operation`,
  harm,
  fix: "Use columns without a limit, and refuse what the store cannot hold.",
  needs,
  async run(t) {
    for (const field of fields)
      for (const value of values)
        for (const rows of await write(t, { [field]: value }))
          for (const [operation, row] of rows) t.row(row, { [field]: value }, `the result of ${operation}`)
  },
})

const long = { level: "must", topic: "long-text", what: "of 300 to 2,100 characters", values: texts } as const
// Only a should: some drivers end every text at a NUL when they read it, and the client never passes one.
const withNul = { level: "should", topic: "nul", what: "that contains a NUL", values: [nul] } as const

export const keptOrRefused: readonly Case[] = [
  ...models.flatMap((model) => [keptCase(model, long), keptCase(model, withNul)]),
  {
    id: "nul/in-both-writes",
    level: "must",
    clause: "SEC-J7",
    also: ["§4 updateUser"],
    title: "A name or picture with a NUL that createUser and updateUser accept is stored alike by both",
    harm: "The name of a user is cut when an unrelated field is changed.",
    fix: "Use one function for the values of both operations.",
    needs: ["createUser", "updateUser", "getUser"],
    async run(t) {
      for (const field of ["name", "image"] as const) {
        const { id } = await t.adapter.createUser(t.user())
        const created = await t.attempt(() => t.adapter.createUser(t.user({ [field]: nul })))
        const updated = await t.attempt(() => t.adapter.updateUser({ id, [field]: nul }))
        if (created.status === "rejected" || updated.status === "rejected") continue
        const [one, other] = [await t.adapter.getUser(created.value.id), await t.adapter.getUser(id)]
        t.equal(other?.[field], one?.[field], `the ${field} after updateUser, as after createUser`)
      }
    },
  },
]
