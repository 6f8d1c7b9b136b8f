import type { CaseContext } from "../../case.ts"

/** Two users, a session of the first one, and how to move it to the second one. */
export async function twoUsersAndASession(t: CaseContext) {
  const [ada, bob] = [await t.adapter.createUser(t.user()), await t.adapter.createUser(t.user())]
  const session = t.session(ada.id)
  await t.adapter.createSession(session)
  const { sessionToken } = session
  return {
    ada,
    bob,
    session,
    move: () => t.adapter.updateSession({ sessionToken, userId: bob.id }),
    read: () => t.adapter.getSessionAndUser(sessionToken),
  }
}

/** Whether a session can be moved to another user. An adapter may ignore or refuse the move: the client never makes one. */
export async function movesSessions(t: CaseContext): Promise<boolean> {
  const { bob, move, read } = await twoUsersAndASession(t)
  await t.attempt(move)
  return (await read())?.user.id === bob.id
}
