import type { Case, CaseContext } from "../../case.ts"
import { ensureDeleted } from "./ensure-deleted.ts"

// An update that reads a row and writes it back restores a row that was deleted in between.

type Updated = {
  readonly id: string
  readonly title: string
  readonly operation: string
  /** Stores a row of the user: how to update it, and how to check that it is gone. */
  store(t: CaseContext, userId: string): Promise<{ update(): Promise<unknown>; expectGone(): Promise<void> }>
}

const updatedRows: readonly Updated[] = [
  {
    id: "extension-of-a-deleted-user",
    title: "A session that is extended while its user is deleted is not found",
    operation: "updateSession",
    async store(t, userId) {
      const { sessionToken } = await t.adapter.createSession(t.session(userId))
      return {
        update: () => t.adapter.updateSession({ sessionToken, expires: t.inDays(60) }),
        expectGone: async () => t.isNull(await t.adapter.getSessionAndUser(sessionToken), "the session"),
      }
    },
  },
  {
    id: "counter-of-a-deleted-user",
    title: "A passkey that is used while its user is deleted is neither found nor listed",
    operation: "updateAuthenticatorCounter",
    async store(t, userId) {
      const { credentialID } = await t.adapter.createAuthenticator(t.authenticator(userId))
      return {
        update: () => t.adapter.updateAuthenticatorCounter(credentialID, 9),
        async expectGone() {
          t.isNull(await t.adapter.getAuthenticator(credentialID), "the passkey")
          t.equal(await t.adapter.listAuthenticatorsByUserId(userId), [], "the list of the deleted user")
        },
      }
    },
  },
]

const lateUpdate = ({ id, title, operation, store }: Updated): Case => ({
  id: `late-writes/${id}`,
  level: "must",
  clause: "SEC-B6",
  also: ["SEC-A4", "§4 deleteUser", `§4 ${operation}`],
  guarantees: ["foreign_keys"],
  title,
  harm: "A deleted user stays signed in, or their passkey is still accepted.",
  fix: "Use an update that only changes existing rows.",
  run: (t) =>
    t.interleavings(async (fire) => {
      const user = await t.adapter.createUser(t.user())
      const { update, expectGone } = await store(t, user.id)

      await fire(() => t.adapter.deleteUser(user.id), update)
      await ensureDeleted(t, user.id)

      await expectGone()
    }),
})

export const updatesDuringDeletion: readonly Case[] = updatedRows.map(lateUpdate)
