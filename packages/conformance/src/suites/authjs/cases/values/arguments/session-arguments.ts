import { tokenKey } from "../../row.ts"
import { type ArgumentCall, newUser, prepareCreation } from "./argument-call.ts"

/** The operations on sessions, tokens and passkeys whose argument is an object. */
export const sessionArguments: readonly ArgumentCall[] = [
  {
    operation: "createSession",
    async prepare(t) {
      const original = t.session(await newUser(t))
      const replaced = t.session(await newUser(t), { expires: t.inDays(7) })
      const tokens = [original.sessionToken, replaced.sessionToken]
      const find = async (token: string) => (await t.adapter.getSessionAndUser(token))?.session ?? null
      return { ...prepareCreation(original, replaced), state: () => Promise.all(tokens.map(find)) }
    },
    unusual: async (t) => ({ ...t.session(await newUser(t)), ipAddress: undefined }),
  },
  {
    operation: "updateSession",
    async prepare(t) {
      const userId = await newUser(t)
      const [firstSession, secondSession] = [t.session(userId), t.session(userId)]
      for (const session of [firstSession, secondSession]) await t.adapter.createSession(session)
      const original = { sessionToken: firstSession.sessionToken, expires: t.inDays(60) }
      const replaced = { sessionToken: secondSession.sessionToken, expires: t.inDays(70) }
      const find = async ({ sessionToken }: { sessionToken: string }) =>
        (await t.adapter.getSessionAndUser(sessionToken))?.session ?? null
      return {
        ...prepareCreation(original, replaced),
        asGiven: [structuredClone(original), secondSession],
        asReplaced: [firstSession, structuredClone(replaced)],
        state: () => Promise.all([firstSession, secondSession].map(find)),
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
      const [original, replaced] = [t.verificationToken(), t.verificationToken({ expires: t.inDays(2) })]
      const keys = [tokenKey(original), tokenKey(replaced)]
      const state = () => Promise.all(keys.map((key) => t.adapter.useVerificationToken(key)))
      return { ...prepareCreation(original, replaced), state }
    },
    unusual: async (t) => t.verificationToken({ identifier: `Wa.${t.unique()}@Example.com` }),
  },
  {
    operation: "useVerificationToken",
    async prepare(t) {
      const [firstToken, secondToken] = [t.verificationToken(), t.verificationToken({ expires: t.inDays(2) })]
      for (const token of [firstToken, secondToken]) await t.adapter.createVerificationToken(token)
      const keys = [tokenKey(firstToken), tokenKey(secondToken)] as const
      return {
        ...prepareCreation(keys[0], keys[1]),
        asGiven: [firstToken, null, secondToken],
        asReplaced: [secondToken, firstToken, null],
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
      const original = t.authenticator(await newUser(t))
      const replaced = t.authenticator(await newUser(t), {
        credentialPublicKey: "other",
        counter: 9,
        credentialBackedUp: false,
        transports: "usb",
      })
      const ids = [original.credentialID, replaced.credentialID]
      const state = () => Promise.all(ids.map((id) => t.adapter.getAuthenticator(id)))
      return { ...prepareCreation(original, replaced), state }
    },
    unusual: async (t) => ({ ...t.authenticator(await newUser(t)), transports: undefined, name: undefined }),
  },
]
