import { listCases } from "../../case.ts"
import { createUserLookups, expectInEach, readAccount } from "../stored.ts"

const optionalOfAccounts = [
  ...["access_token", "refresh_token", "id_token", "expires_at", "scope", "token_type", "session_state"],
]

const harm = 'Code that checks whether a token or a name exists finds the text "null" or "undefined".'
const fix = "Store null for a value that is null or undefined. Do not turn values into text."

export const absentValues = listCases({ fix }, [
  {
    id: "absent-values/of-accounts",
    clause: "§2 AdapterAccount",
    also: ["client 1.6.4", "vector 19"],
    title: "Each optional field of an account that is undefined, null or missing is returned empty",
    harm,
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { provider, type } = t.account(id)
      for (const value of [undefined, null, "missing"] as const) {
        const empty = Object.fromEntries(optionalOfAccounts.map((name) => [name, null]))
        const fields =
          value === "missing" ? {} : Object.fromEntries(optionalOfAccounts.map((name) => [name, value]))
        const key = { provider, providerAccountId: t.unique() }
        const linked = await t.attempt(() => t.call("linkAccount", { userId: id, type, ...key, ...fields }))
        // The types of the contract allow undefined and missing, but not null.
        if (linked.status === "rejected" && value === null) continue
        if (linked.status === "rejected") throw linked.reason
        t.rowOrNothing(linked.value, empty, `what linkAccount returned for ${value} fields`)
        const storedAccount = await t.adapter.getAccount(key.providerAccountId, provider)
        t.row(storedAccount, { userId: id, ...key, ...empty }, `getAccount for ${value} fields`)
      }
    },
  },
  {
    id: "absent-values/one-by-one",
    clause: "§2 AdapterAccount",
    also: ["SEC-A5"],
    title: "An account without one of its optional fields has all of its other fields",
    harm: "A provider that sends no refresh token loses the access token too.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const full = { refresh_token: "refresh", id_token: "id", expires_at: 1_900_000_000 }
      for (const name of ["access_token", "scope", "token_type", ...Object.keys(full)]) {
        const account = { ...t.account(id, full), [name]: undefined }
        await t.adapter.linkAccount(account)
        t.row(await readAccount(t, account), { ...account, [name]: null }, `getAccount without ${name}`)
      }
    },
  },
  {
    id: "absent-values/of-passkeys",
    clause: "§2 AdapterAuthenticator",
    title: "Transports that are undefined, null or missing are returned empty by every operation",
    harm: 'The browser looks for a security key that is connected by "undefined".',
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const value of [undefined, null, "missing"] as const) {
        const { transports: _, ...passkey } = t.authenticator(id)
        const newPasskey = value === "missing" ? passkey : { ...passkey, transports: value }
        const expected = { ...passkey, transports: null }
        const { credentialID } = passkey
        t.row(await t.call("createAuthenticator", newPasskey), expected, "the created passkey")
        t.row(await t.adapter.getAuthenticator(credentialID), expected, "getAuthenticator")
        const listed = await t.adapter.listAuthenticatorsByUserId(id)
        t.row(
          listed.find((listedPasskey) => listedPasskey.credentialID === credentialID),
          expected,
          "the list",
        )
        t.row(await t.adapter.updateAuthenticatorCounter(credentialID, 0), expected, "the updated passkey")
      }
    },
  },
  {
    id: "absent-values/of-users",
    clause: "§2 AdapterUser",
    also: ["SEC-A5", "client 1.6.2"],
    title: "A name and a picture that are undefined, missing or cleared later are empty in every lookup",
    harm: 'Users are greeted as "undefined".',
    async run(t) {
      const empty = { name: null, image: null }
      // A name may really be this text, so an adapter cannot undo the mistake when it reads.
      const text = { name: "null", image: "undefined" }
      const newUsers = [
        { email: t.email() },
        { ...t.user(), name: undefined, image: undefined },
        t.user(empty),
      ]
      for (const [index, user] of [...newUsers, t.user()].entries()) {
        const { id } = await t.adapter.createUser(user)
        if (index === newUsers.length)
          t.row(await t.adapter.updateUser({ id, ...empty }), empty, "updateUser")
        const lookups = await createUserLookups(t, { id, email: user.email })
        for (const [time, fields] of [empty, text, empty].entries()) {
          if (time > 0) await t.adapter.updateUser({ id, ...fields })
          await expectInEach(t, lookups, fields)
        }
      }
    },
  },
])
