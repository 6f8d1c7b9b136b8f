import type { Case } from "../../case.ts"
import { accountKey, tokenKey } from "../row-keys.ts"
import { type KeyKind, keysStayFree } from "./refused-row-case.ts"

const noDate = new Date(Number.NaN)

const kinds: readonly KeyKind[] = [
  {
    name: "addresses",
    says: "The address",
    clause: "SEC-B10",
    also: ["SEC-B2", "§4 createUser"],
    async refusals(t) {
      const { id } = await t.adapter.createUser(t.user())
      const writes: [string, (email: string) => Promise<unknown>][] = [
        ["a taken id", (email) => t.adapter.createUser(t.user({ id, email }))],
        ["an invalid date", (email) => t.adapter.createUser(t.user({ email, emailVerified: noDate }))],
        ["an invalid name", (email) => t.call("createUser", { ...t.user({ email }), name: {} })],
        ["an unknown id", (email) => t.adapter.updateUser({ id: crypto.randomUUID(), email })],
        ["an invalid change", (email) => t.adapter.updateUser({ id, email, emailVerified: noDate })],
        ["an invalid new name", (email) => t.call("updateUser", { id, email, name: {} })],
      ]
      return writes.flatMap(([why, write]) => {
        // Once a new user takes the address, once a change of address.
        const [first, second] = [t.email(), t.email()]
        const about = (email: string) => ({
          why,
          refuse: () => write(email),
          find: () => t.adapter.getUserByEmail(email),
        })
        return [
          { ...about(first), take: () => t.adapter.createUser(t.user({ email: first })) },
          { ...about(second), take: () => t.adapter.updateUser({ id, email: second }) },
        ]
      })
    },
  },
  {
    name: "user-ids",
    says: "The id",
    clause: "SEC-B10",
    also: ["SEC-B2", "§4 createUser"],
    async refusals(t) {
      const { email } = await t.adapter.createUser(t.user())
      const users = [
        { why: "a taken address", user: t.user({ email }) },
        { why: "an invalid date", user: t.user({ emailVerified: noDate }) },
      ]
      return users.map(({ why, user }) => {
        let { id } = user
        return {
          why,
          refuse: () => t.adapter.createUser(user),
          find: () => t.adapter.getUser(id),
          async take() {
            // The adapter may choose another id.
            id = (await t.adapter.createUser(t.user({ id }))).id
          },
        }
      })
    },
  },
  {
    name: "accounts",
    says: "The account",
    clause: "SEC-B10",
    also: ["SEC-B3", "§4 linkAccount"],
    async refusals(t) {
      const { id } = await t.adapter.createUser(t.user())
      const accounts = [
        { why: "an invalid expiry", account: t.account(id, { expires_at: Number.NaN }) },
        { why: "an invalid token", account: t.account(id, { access_token: {} as string }) },
      ]
      return accounts.map(({ why, account }) => ({
        why,
        refuse: () => t.adapter.linkAccount(account),
        find: () => t.adapter.getUserByAccount(accountKey(account)),
        take: () => t.adapter.linkAccount(t.account(id, accountKey(account))),
      }))
    },
  },
  {
    name: "sessions",
    says: "The token",
    clause: "SEC-B10",
    also: ["SEC-B5", "§4 createSession"],
    async refusals(t) {
      const { id } = await t.adapter.createUser(t.user())
      const sessions = [{ why: "an invalid expiry", session: t.session(id, { expires: noDate }) }]
      return sessions.map(({ why, session }) => {
        const { sessionToken } = session
        return {
          why,
          refuse: () => t.adapter.createSession(session),
          find: () => t.adapter.getSessionAndUser(sessionToken),
          take: () => t.adapter.createSession(t.session(id, { sessionToken })),
        }
      })
    },
  },
  {
    name: "passkeys",
    says: "The id",
    clause: "SEC-B10",
    also: ["SEC-B4", "§4 createAuthenticator"],
    async refusals(t) {
      const { id } = await t.adapter.createUser(t.user())
      const passkeys = [
        { why: "an invalid counter", passkey: t.authenticator(id, { counter: Number.NaN }) },
        { why: "an invalid key", passkey: t.authenticator(id, { credentialPublicKey: {} as string }) },
      ]
      return passkeys.map(({ why, passkey }) => {
        const { credentialID } = passkey
        return {
          why,
          refuse: () => t.adapter.createAuthenticator(passkey),
          find: () => t.adapter.getAuthenticator(credentialID),
          take: () => t.adapter.createAuthenticator(t.authenticator(id, { credentialID })),
        }
      })
    },
  },
  {
    name: "verification-tokens",
    says: "The token",
    clause: "SEC-B10",
    also: ["§4 createVerificationToken"],
    async refusals(t) {
      const token = t.verificationToken({ expires: noDate })
      return [
        {
          why: "an invalid expiry",
          refuse: () => t.adapter.createVerificationToken(token),
          find: () => t.adapter.useVerificationToken(tokenKey(token)),
          take: () => t.adapter.createVerificationToken(t.verificationToken(tokenKey(token))),
        },
      ]
    },
  },
]

export const keysOfRefusedRows: readonly Case[] = kinds.map(keysStayFree)
