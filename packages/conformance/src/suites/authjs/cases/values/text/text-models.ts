import type { CaseContext } from "../../../case.ts"
import { accountKey } from "../../row.ts"
import { createUserLookups } from "../../stored.ts"

type Rows = readonly (readonly [operation: string, row: unknown])[]

/** A model, its texts, and every operation that returns them. */
export type TextModel = {
  readonly id: string
  readonly clause: string
  /** The fields, as the title names them. */
  readonly name: string
  readonly harm: string
  readonly fields: readonly string[]
  /** Writes the fields, and returns every result that contains them. Rejects if the text is refused. */
  write(t: CaseContext, fields: Record<string, string>): Promise<readonly Rows[]>
}

export const textModels: readonly TextModel[] = [
  {
    id: "users",
    clause: "§2 AdapterUser",
    name: "A name or picture",
    harm: "The name of a user changes with the page that shows it.",
    fields: ["name", "image"],
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
    id: "accounts",
    clause: "§2 AdapterAccount",
    name: "A provider token or scope",
    harm: "The provider refuses the changed token, long after the sign-in that stored it.",
    fields: ["access_token", "refresh_token", "id_token", "scope"],
    async write(t, fields) {
      const { id } = await t.adapter.createUser(t.user())
      const account = t.account(id, fields)
      const linked = await t.attempt(() => t.adapter.linkAccount(account))
      if (linked.status === "rejected") return []
      const storedAccount = await t.adapter.getAccount(account.providerAccountId, account.provider)
      const unlinked = await t.adapter.unlinkAccount(accountKey(account))
      return [
        [
          ["linkAccount", linked.value ?? fields],
          ["getAccount", storedAccount],
          ["unlinkAccount", unlinked ?? fields],
        ],
      ]
    },
  },
  {
    id: "passkeys",
    clause: "§2 AdapterAuthenticator",
    name: "A text of a passkey",
    harm: "A signature is checked with another key, and the user cannot sign in.",
    fields: ["credentialPublicKey", "credentialDeviceType", "transports", "providerAccountId"],
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
  const { id } = user
  const rows: [string, unknown][] = [["createUser or updateUser", user]]
  for (const [name, read] of Object.entries(await createUserLookups(t, user))) rows.push([name, await read()])
  return [
    ...rows,
    ["a later updateUser", await t.adapter.updateUser({ id, emailVerified: t.inDays(-1) })],
    ["deleteUser", (await t.adapter.deleteUser(id)) ?? user],
  ]
}
