import { type CaseContext, listCases } from "../../../case.ts"
import { createWithId } from "../../keys/kept-ids.ts"
import { twoUsersAndASession } from "../../sessions/move-session.ts"
import { ensureDeleted } from "./ensure-deleted.ts"

type Pair = { session: { userId: string }; user: { id: string } } | null

const expectOwnUser = (t: CaseContext, sessionAndUser: Pair): void => {
  if (sessionAndUser)
    t.equal(
      sessionAndUser.user.id,
      sessionAndUser.session.userId,
      "the id of the user and the userId of the session",
    )
}

export const lateAddressesAndMoves = listCases({ clause: "SEC-B6", guarantees: ["foreign_keys"] }, [
  {
    id: "late-writes/addresses",
    clause: "SEC-B7",
    also: ["SEC-B6", "§4 updateUser", "§4 createUser"],
    title: "A user who changes the address while being deleted leaves both addresses free",
    harm: "A person can never sign up, because a deleted user still holds the address.",
    fix: "Reserve an address with the row that has it, in one statement or transaction.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const { id, email } = await t.adapter.createUser(t.user())
        const next = t.email()

        await fire(
          () => t.adapter.deleteUser(id),
          () => t.adapter.updateUser({ id, email: next }),
        )
        await ensureDeleted(t, id)

        for (const address of [email, next]) {
          const created = await t.adapter.createUser(t.user({ email: address }))
          t.row(await t.adapter.getUserByEmail(address), { id: created.id }, "the new user of the address")
        }
      }),
  },
  {
    id: "late-writes/session-that-leaves",
    also: ["SEC-B9", "§4 deleteUser", "§4 updateSession"],
    title: "A session that moves while its old user is deleted belongs to the new user or is deleted",
    harm: "The deletion of one user signs out another one, or the session of a deleted user stays valid.",
    fix: "Delete the sessions by the owner that they have at that moment, in one statement.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const { ada, bob, move, read } = await twoUsersAndASession(t)

        const [, moved] = await fire(() => t.adapter.deleteUser(ada.id), move)
        await ensureDeleted(t, ada.id)

        const sessionAndUser = await read()
        expectOwnUser(t, sessionAndUser)
        if (sessionAndUser) t.row(sessionAndUser.user, { id: bob.id }, "the user of the session")
        // Only a session that updateSession returned with the new owner is known to have been moved in time.
        if (moved.status === "fulfilled" && moved.value?.userId === bob.id)
          t.row(sessionAndUser?.session, { userId: bob.id }, "the moved session")
        if (await createWithId(t, ada.id))
          t.equal(await read(), sessionAndUser, "the session after the id exists again")
        await t.adapter.deleteUser(bob.id)
        t.isNull(await read(), "the session after its new user was deleted")
      }),
  },
  {
    id: "late-writes/session-that-joins",
    also: ["SEC-D9", "§4 deleteUser", "§4 updateSession"],
    title: "A session that moves while its new user is deleted stays with the old user or is deleted",
    harm: "A new user who gets the id of the deleted one inherits the session.",
    fix: "Use a foreign key, or check the user in the same statement or transaction.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const { ada, bob, session, move, read } = await twoUsersAndASession(t)

        const [, moved] = await fire(() => t.adapter.deleteUser(bob.id), move)
        await ensureDeleted(t, bob.id)

        const sessionAndUser = await read()
        expectOwnUser(t, sessionAndUser)
        if (sessionAndUser) t.row(sessionAndUser.user, { id: ada.id }, "the user of the session")
        if (moved.status === "rejected")
          t.row(sessionAndUser?.session, session, "the session after a refused move")
        if (await createWithId(t, bob.id))
          t.equal(await read(), sessionAndUser, "the session after the id exists again")
      }),
  },
])
