import type { Session } from "mortise"
import { breaking, type Mutant, pause } from "./mutant.ts"

/** Defects of indexes that the adapter reads, changes and writes back. */
export const indexMutants: readonly Mutant[] = [
  {
    name: "session-index-loses-entries",
    by: "lost-writes/sessions",
    defect: "concurrently created sessions overwrite each other in the user's list: deleteUser misses some",
    evidence: "@auth/upstash-redis-adapter, unstorage: one key per user, read and written back",
    make: breaking((good) => {
      const lists = new Map<string, readonly string[]>()
      const kept = new Map<string, Session>()
      return {
        async createSession(session) {
          const list = lists.get(session.userId) ?? []
          const created = await good.createSession(session)
          await pause()
          lists.set(session.userId, [...list, created.sessionToken])
          kept.set(created.sessionToken, created)
          return created
        },
        async deleteUser(id) {
          const user = await good.deleteUser(id)
          for (const token of lists.get(id) ?? []) kept.delete(token)
          return user
        },
        async deleteSession(token) {
          kept.delete(token)
          return good.deleteSession(token)
        },
        async getSessionAndUser(token) {
          const found = await good.getSessionAndUser(token)
          const session = kept.get(token)
          const expired = !session || session.expires.getTime() <= Date.now()
          return found ?? (expired ? null : { session, user: { id: session.userId } })
        },
      }
    }),
  },
  {
    name: "passkey-index-loses-entries",
    by: "lost-writes/passkeys",
    defect: "concurrently registered passkeys overwrite each other in the user's list",
    evidence: "@auth/unstorage-adapter",
    make: breaking((good) => {
      const lists = new Map<string, readonly string[]>()
      return {
        async createAuthenticator(authenticator) {
          const list = lists.get(authenticator.userId) ?? []
          const created = await good.createAuthenticator(authenticator)
          await pause()
          lists.set(authenticator.userId, [...list, created.credentialID])
          return created
        },
        async listAuthenticatorsByUserId(id) {
          const list = lists.get(id) ?? []
          return (await good.listAuthenticatorsByUserId(id)).filter((each) =>
            list.includes(each.credentialID),
          )
        },
      }
    }),
  },
]
