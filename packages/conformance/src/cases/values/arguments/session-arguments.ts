import { tokenKey } from "../../row-keys.ts"
import { type ArgumentCall, created, newUser } from "./argument-call.ts"

/** The operations on sessions, tokens and passkeys whose argument is an object. */
export const sessionArguments: readonly ArgumentCall[] = [
  {
    operation: "createSession",
    async prepare(t) {
      const given = t.session(await newUser(t))
      const replaced = t.session(await newUser(t), { expires: t.inDays(7) })
      const tokens = [given.sessionToken, replaced.sessionToken]
      const find = async (token: string) => (await t.adapter.getSessionAndUser(token))?.session ?? null
      return { ...created(given, replaced), state: () => Promise.all(tokens.map(find)) }
    },
    unusual: async (t) => ({ ...t.session(await newUser(t)), ipAddress: undefined }),
  },
  {
    operation: "updateSession",
    async prepare(t) {
      const userId = await newUser(t)
      const [one, other] = [t.session(userId), t.session(userId)]
      for (const session of [one, other]) await t.adapter.createSession(session)
      const given = { sessionToken: one.sessionToken, expires: t.inDays(60) }
      const replaced = { sessionToken: other.sessionToken, expires: t.inDays(70) }
      const find = async ({ sessionToken }: { sessionToken: string }) =>
        (await t.adapter.getSessionAndUser(sessionToken))?.session ?? null
      return {
        ...created(given, replaced),
        asGiven: [structuredClone(given), other],
        asReplaced: [one, structuredClone(replaced)],
        state: () => Promise.all([one, other].map(find)),
      }
    },
    async unusual(t) {
      const { sessionToken } = await t.adapter.createSession(t.session(await newUser(t)))
      return { sessionToken, userId: undefined, expires: t.inDays(9), ipAddress: undefined }
    },
  },
  {
    operation: "createVerificationToken",
    async prepare(t) {
      const [given, replaced] = [t.verificationToken(), t.verificationToken({ expires: t.inDays(2) })]
      const keys = [tokenKey(given), tokenKey(replaced)]
      const state = () => Promise.all(keys.map((key) => t.adapter.useVerificationToken(key)))
      return { ...created(given, replaced), state }
    },
    unusual: async (t) => t.verificationToken({ identifier: `Wa.${t.unique()}@Example.com` }),
  },
  {
    operation: "useVerificationToken",
    async prepare(t) {
      const [one, other] = [t.verificationToken(), t.verificationToken({ expires: t.inDays(2) })]
      for (const token of [one, other]) await t.adapter.createVerificationToken(token)
      const keys = [tokenKey(one), tokenKey(other)] as const
      return {
        ...created(keys[0], keys[1]),
        asGiven: [one, null, other],
        asReplaced: [other, one, null],
        async state(result) {
          const left = keys.map((key) => t.adapter.useVerificationToken({ ...key }))
          return [result, ...(await Promise.all(left))]
        },
      }
    },
    unusual: async (t) => ({ identifier: `Wa.${t.unique()}@Example.com`, token: t.token() }),
  },
  {
    operation: "createAuthenticator",
    async prepare(t) {
      const given = t.authenticator(await newUser(t))
      const replaced = t.authenticator(await newUser(t), {
        ...{ credentialPublicKey: "other", counter: 9, credentialBackedUp: false, transports: "usb" },
      })
      const ids = [given.credentialID, replaced.credentialID]
      const state = () => Promise.all(ids.map((id) => t.adapter.getAuthenticator(id)))
      return { ...created(given, replaced), state }
    },
    unusual: async (t) => ({ ...t.authenticator(await newUser(t)), transports: undefined, name: undefined }),
  },
]
