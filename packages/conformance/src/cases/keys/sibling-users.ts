import type { CaseContext } from "../../case.ts"
import { flatPair } from "../lookups.ts"
import { tokenKey } from "../row-keys.ts"
import type { SiblingKind } from "./sibling-case.ts"

/** Users with given ids, each with a session. The adapter may choose other ids. */
const openUsers = (act: (t: CaseContext, id: string) => Promise<unknown>) => async (t: CaseContext) => {
  const rows = new Map<string, { id: string; name: string; sessionToken: string }>()
  const rowOf = (key: string) => rows.get(key) ?? { id: key, name: "", sessionToken: "" }
  return {
    async add(key: string) {
      const name = `Ada ${key}`
      const { id } = await t.adapter.createUser(t.user({ id: key, name }))
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      rows.set(key, { id, name, sessionToken })
    },
    act: (key: string) => act(t, rowOf(key).id),
    read: async (key: string) => flatPair(await t.adapter.getSessionAndUser(rowOf(key).sessionToken)),
    expected: rowOf,
  }
}

/** The operations that change a user, among users with similar ids and addresses. */
export const siblingUsers: readonly SiblingKind[] = [
  {
    id: "deleted-users",
    operation: "deleteUser",
    name: "id",
    clause: "§4 deleteUser",
    also: ["SEC-B6"],
    harm: "When one user is deleted, others are deleted or signed out too.",
    open: openUsers((t, id) => t.adapter.deleteUser(id)),
  },
  {
    id: "updated-users",
    operation: "updateUser",
    name: "id",
    clause: "§4 updateUser",
    harm: "A change of one user changes the names of others.",
    open: openUsers((t, id) => t.adapter.updateUser({ id, name: "Eve" })),
  },
  {
    id: "addresses-of-deleted-users",
    operation: "deleteUser",
    name: "user",
    clause: "SEC-B6",
    also: ["SEC-E4"],
    harm: "When one user is deleted, the links that were sent to other addresses stop working.",
    keyOf: (text) => `${text.toLowerCase()}@example.com`,
    folded: true,
    async open(t) {
      const same = t.verificationToken()
      const tokenOf = (identifier: string) => ({ ...same, identifier })
      return {
        add: (email) => t.adapter.createVerificationToken(tokenOf(email)),
        // A user whose address has special characters may be refused: then there is no deletion.
        async act(email) {
          const created = await t.attempt(() => t.adapter.createUser(t.user({ email })))
          if (created.status === "fulfilled") await t.adapter.deleteUser(created.value.id)
        },
        read: (email) => t.adapter.useVerificationToken(tokenKey(tokenOf(email))),
        expected: tokenOf,
      }
    },
  },
]
