import type { Case, CaseContext } from "../../case.ts"
import { createWithId } from "../keys/kept-ids.ts"
import { flatPair } from "../lookups.ts"
import { movesSessions, twoUsersAndASession } from "../sessions/move-session.ts"
import { ensureDeleted } from "./ensure-deleted.ts"
import { watchedCase } from "./watched-case.ts"

type Pair = { session: { userId: string }; user: { id: string } } | null

const expectOwnUser = (t: CaseContext, found: Pair): void => {
  if (found) t.equal(found.user.id, found.session.userId, "the id of the user and the userId of the session")
}

export const movedSessions: readonly Case[] = [
  {
    id: "late-writes/session-leaves-a-deleted-user",
    level: "must",
    clause: "SEC-B6",
    also: ["SEC-B9", "§4 deleteUser", "§4 updateSession"],
    guarantees: ["foreign_keys"],
    title: "A session that is moved while its old user is deleted belongs to the new user, or is deleted",
    harm: "The deletion of one user signs out another one, or the session of a deleted user stays valid.",
    fix: "Delete the sessions by the owner that they have at that moment, in one statement.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const { ada, bob, move, read } = await twoUsersAndASession(t)

        const [, moved] = await fire(() => t.adapter.deleteUser(ada.id), move)
        await ensureDeleted(t, ada.id)

        const found = await read()
        expectOwnUser(t, found)
        if (found) t.row(found.user, { id: bob.id }, "the user of the session")
        // Only a session that updateSession returned with the new owner is known to have been moved in time.
        if (moved.status === "fulfilled" && moved.value?.userId === bob.id)
          t.row(found?.session, { userId: bob.id }, "the moved session")
        if (await createWithId(t, ada.id))
          t.equal(await read(), found, "the session after the id exists again")
        await t.adapter.deleteUser(bob.id)
        t.isNull(await read(), "the session after its new user was deleted")
      }),
  },
  {
    id: "late-writes/session-joins-a-deleted-user",
    level: "must",
    clause: "SEC-B6",
    also: ["SEC-D9", "§4 deleteUser", "§4 updateSession"],
    guarantees: ["foreign_keys"],
    title: "A session that is moved while its new user is deleted is deleted, or stays with the old user",
    harm: "A new user who gets the id of the deleted one inherits the session.",
    fix: "Use a foreign key, or check the user in the same statement or transaction.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const { ada, bob, session, move, read } = await twoUsersAndASession(t)

        const [, moved] = await fire(() => t.adapter.deleteUser(bob.id), move)
        await ensureDeleted(t, bob.id)

        const found = await read()
        expectOwnUser(t, found)
        if (found) t.row(found.user, { id: ada.id }, "the user of the session")
        if (moved.status === "rejected") t.row(found?.session, session, "the session after a refused move")
        if (await createWithId(t, bob.id))
          t.equal(await read(), found, "the session after the id exists again")
      }),
  },
  watchedCase({
    id: "lookups-during/move-of-a-session",
    clause: "SEC-D9",
    also: ["SEC-B9", "§4 updateSession"],
    title:
      "A session that moves to another user is returned with its old or its new user, never with a mixture",
    harm: "A person is signed in as another user.",
    async prepare(t) {
      const moves = await movesSessions(t)
      const { ada, bob, session, move, read } = await twoUsersAndASession(t)
      const before = { ...session, id: ada.id, email: ada.email }
      const after = moves ? { ...session, userId: bob.id, id: bob.id, email: bob.email } : before
      return { before, after, read: async () => flatPair(await read()), change: () => t.attempt(move) }
    },
  }),
]
