import type { CaseContext, NewCase } from "../../case.ts"
import type { Owner, Row } from "../row.ts"
import { expectFound, type Kind, kinds, newOwner, ownedKinds, pickKeys } from "../rows.ts"
import { aMomentLater } from "./a-moment-later.ts"

// One row gives a key up and another row takes it at once. An index or a cache that is cleaned some time after the first
// change must not remove the entry of the second one, so each key is looked up immediately and after a delay. The key is
// read before, to fill a cache.

const about = {
  also: ["SEC-B9", "SEC-B6", "SEC-F7"],
  harm: "A user who just signed up, changed the address or linked an account is unknown after a delay.",
  fix: "Remove the old entry of an index together with the row, or only while it still points to that row.",
}

/** Stores a row of one user and, once its key is free, a row of another user with the same key. */
const takeOver = async (t: CaseContext, kind: Kind, free: (row: Row, owner: Owner) => Promise<unknown>) => {
  const [ada, bob] = [await newOwner(t), await newOwner(t)]
  const row = await kind.row(t, ada).store()
  await expectFound(t, row, "before")
  await free(row, ada)
  const next = await kind.row(t, bob, pickKeys(kind, row)).store()
  return () => expectFound(t, next)
}

const removedKey = (kind: Kind): NewCase =>
  aMomentLater({
    ...about,
    id: `taken-over/removed-${kind.name}`,
    clause: `§4 ${kind.remove}`,
    title: `The key of ${kind.one} that was ${kind.removed} finds the row that takes it over`,
    make: (t) => takeOver(t, kind, async (row) => row.remove?.()),
  })

const toDeletedUserCase = (kind: Kind): NewCase =>
  aMomentLater({
    ...about,
    id: `taken-over/${kind.name}-of-a-deleted-user`,
    clause: "SEC-B6",
    title: `The key of ${kind.one} of a deleted user finds the row that takes it over`,
    make: (t) => takeOver(t, kind, (_, { id }) => t.adapter.deleteUser(id)),
  })

export const takenOver: readonly NewCase[] = [
  ...kinds.filter(({ remove, isReadOnce }) => remove && !isReadOnce).map(removedKey),
  ...ownedKinds.map(toDeletedUserCase),
  aMomentLater({
    ...about,
    id: "taken-over/changed-address",
    clause: "SEC-B7",
    title: "An address that a user gave up finds the user who changes to it or signs up with it",
    async make(t) {
      const newUser = () => t.adapter.createUser(t.user())
      const giveUp = async () => {
        const { id, email } = await newUser()
        t.row(await t.adapter.getUserByEmail(email), { id }, "getUserByEmail before")
        await t.adapter.updateUser({ id, email: t.email() })
        return { id, email }
      }
      const renamed = await giveUp()
      const bob = await newUser()
      await t.adapter.updateUser({ id: bob.id, email: renamed.email })
      const signedUp = await giveUp()
      const { id } = await t.adapter.createUser(t.user({ email: signedUp.email }))
      const takenBack = await giveUp()
      await t.adapter.updateUser(takenBack)
      return async () => {
        for (const user of [{ id: bob.id, email: renamed.email }, { id, email: signedUp.email }, takenBack]) {
          t.row(await t.adapter.getUserByEmail(user.email), user, "getUserByEmail of the address")
          t.row(await t.adapter.getUser(user.id), user, "getUser of its user")
        }
      }
    },
  }),
]
