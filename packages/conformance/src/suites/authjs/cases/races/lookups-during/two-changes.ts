import type { CaseContext, NewCase } from "../../../case.ts"
import { sessionRow, userRow } from "../../row.ts"
import { type Kind, newOwner, ownedKinds, pickUniqueKey } from "../../rows.ts"
import { movesSessions } from "../../sessions/move-session.ts"
import { changedOwner, revocationHarm } from "./owners.ts"
import { watchedCase } from "./watch.ts"

// Two changes follow each other while lookups run. An adapter that reads a key first and the user a moment later can
// return a key of the time before the first change with a user of the time after the second one.

const mixedHarm = "A person is signed in as another person."

const removedThenUpdate = (kind: Kind): NewCase =>
  watchedCase({
    id: `lookups-during/removal-of-${kind.name}s-and-update`,
    clause: "SEC-B9",
    also: ["SEC-D9", `§4 ${kind.remove}`],
    title: `${kind.One} that was ${kind.removed} is never found with a later update of its user`,
    harm: revocationHarm,
    async prepare(t) {
      const owner = await newOwner(t)
      const row = await kind.row(t, owner).store()
      return [
        { states: [[row], [], []], changes: [async () => row.remove?.(), changedOwner(t, owner).update] },
      ]
    },
  })

const changedThenUpdate = (kind: Kind): NewCase =>
  watchedCase({
    id: `lookups-during/change-of-${kind.name}s-and-update`,
    clause: "SEC-B9",
    also: ["SEC-D9", `§4 ${kind.update}`],
    title: `${kind.One} is never found with old values and a later update of its user`,
    async prepare(t) {
      const owner = await newOwner(t)
      const row = await kind.row(t, owner).store()
      const changes = kind.changes?.(t, 0)
      const { after, update } = changedOwner(t, owner)
      const fields = { ...row.fields, ...changes }
      const states = [[row], [kind.row(t, owner, fields)], [kind.row(t, after, fields)]]
      return [{ states, changes: [async () => row.change?.(changes), update] }]
    },
  })

const passedOn = (kind: Kind): NewCase =>
  watchedCase({
    id: `lookups-during/new-owner-of-${kind.name}s`,
    clause: "SEC-B9",
    also: ["SEC-D9", `§4 ${kind.remove}`, `§4 ${kind.create}`],
    title: `The key of ${kind.one} that passes to another user never finds a mixture of both`,
    harm: mixedHarm,
    async prepare(t) {
      const row = await kind.row(t, await newOwner(t)).store()
      const changes = kind.changes?.(t, 0)
      const next = kind.row(t, await newOwner(t), { ...changes, ...pickUniqueKey(kind, row) })
      return [{ states: [[row], [], [next]], changes: [async () => row.remove?.(), next.store] }]
    },
  })

/** Two users, of whom the first gives up the address. */
async function leavingUser(t: CaseContext) {
  const [ada, bob] = [await newOwner(t), await newOwner(t)]
  const left = { ...ada, email: t.email() }
  const leave = () => t.adapter.updateUser({ id: ada.id, email: left.email })
  return { ada: userRow(t, ada), left, leave, bob }
}

const removable = ownedKinds.filter(({ remove }) => remove)

export const lookupsDuringTwoChanges: readonly NewCase[] = [
  ...removable.map(removedThenUpdate),
  ...ownedKinds.filter(({ changes }) => changes).map(changedThenUpdate),
  ...removable.map(passedOn),
  watchedCase({
    id: "lookups-during/change-of-address-and-update",
    clause: "SEC-B7",
    also: ["SEC-B9", "§4 getUserByEmail"],
    title: "An old address never finds its former user with a later update",
    harm: revocationHarm,
    async prepare(t) {
      const { ada, left, leave } = await leavingUser(t)
      const { after, update } = changedOwner(t, left)
      return [{ states: [[ada], [userRow(t, left)], [userRow(t, after)]], changes: [leave, update] }]
    },
  }),
  watchedCase({
    id: "lookups-during/new-owner-of-an-address",
    clause: "SEC-B7",
    also: ["SEC-B9", "§4 getUserByEmail"],
    title: "An address that passes to another user never finds a mixture of both",
    harm: mixedHarm,
    async prepare(t) {
      const { ada, left, leave, bob } = await leavingUser(t)
      const email = String(ada.fields.email)
      const [later, before, after] = [left, bob, { ...bob, email }].map((user) => userRow(t, user))
      if (!later || !before || !after) return []
      const take = () => t.adapter.updateUser({ id: bob.id, email })
      return [
        {
          states: [
            [ada, before],
            [later, before],
            [later, after],
          ],
          changes: [leave, take],
        },
      ]
    },
  }),
  watchedCase({
    id: "lookups-during/move-of-a-session",
    clause: "SEC-D9",
    also: ["SEC-B9", "§4 updateSession"],
    title: "A session that moves to another user is found with one of both users, never a mixture",
    harm: mixedHarm,
    async prepare(t) {
      const moves = await movesSessions(t)
      const [ada, bob] = [await newOwner(t), await newOwner(t)]
      const session = t.session(ada.id)
      const row = await sessionRow(t, ada, session).store()
      const after = moves ? sessionRow(t, bob, { ...session, userId: bob.id }) : row
      const move = async () => row.change?.({ userId: bob.id })
      return [{ states: [[row], [after]], changes: [() => t.attempt(move)] }]
    },
  }),
]
