import type { NewCase } from "../../../case.ts"
import { expectAbsent, expectFound, type Kind, kinds, newOwner, ownedKinds } from "../../rows.ts"
import { movesSessions, twoUsersAndASession } from "../../sessions/move-session.ts"
import { expectSession } from "../../stored.ts"

const fix =
  "Do not cache rows, or find the cached rows of a user by the owner and the address that they have now."

/** A change that is made, undone and made again; a counter only rises. */
const order = ({ name }: Kind): readonly number[] => (name === "passkey" ? [0, 1, 2] : [0, 1, 0])

const changedRow = (kind: Kind): NewCase => ({
  id: `fresh-reads/changed-${kind.name}s`,
  clause: "SEC-B9",
  also: ["SEC-A5", `§4 ${kind.update}`],
  title: `${kind.One} that was read before a change is returned as changed, even if the change repeats`,
  harm: "An extended session ends too early, and a user who changes a setting back finds that it is not saved.",
  fix: "Do not cache rows, and do not skip a call because an identical call was made before.",
  async run(t) {
    let row = await kind.row(t, await newOwner(t)).store()
    await expectFound(t, row, "before")
    const changes = [0, 1, 2].map((index) => kind.changes?.(t, index))
    for (const index of order(kind)) {
      row = (await row.change?.(changes[index])) ?? row
      await expectFound(t, row, "after each change")
    }
  },
})

export const changedRows: readonly NewCase[] = [
  ...kinds.filter(({ update }) => update).map(changedRow),
  {
    id: "fresh-reads/changed-owners",
    clause: "SEC-B7",
    also: ["SEC-B9", "§4 updateUser", "§4 getUserByAccount", "§4 getSessionAndUser"],
    title: "Every lookup that returned a user before a change returns the user as changed",
    harm: "Mail is sent to an address that the user gave up, and a new name appears only on some pages.",
    fix,
    async run(t) {
      let owner = await newOwner(t)
      const next = t.email()
      const addresses = [owner.email, next, t.email()]
      const ownedRows = ownedKinds.map((kind) => ({ kind, fields: kind.row(t, owner).fields }))
      const user = kinds.filter(({ name }) => name === "user").map((kind) => ({ kind, fields: {} }))
      for (const { kind, fields } of ownedRows) await kind.row(t, owner, fields).store()
      const rows = () => [
        ...ownedRows.map(({ kind, fields }) => kind.row(t, owner, fields)),
        ...user.map(({ kind }) => kind.row(t, owner, { ...owner })),
      ]
      for (const row of rows()) await expectFound(t, row, "before")

      // A cache may be invalidated by a change of some fields and not of others. The user also returns to addresses
      // that were read while they belonged to no user.
      for (const changes of [
        { emailVerified: t.inDays(-1) },
        { email: next },
        { name: "Grace Hopper" },
        { image: "https://example.com/grace.png" },
        { email: owner.email },
        { image: null },
        { email: next, name: "Ada" },
        { email: addresses[2] ?? "" },
        { emailVerified: null },
      ]) {
        await t.adapter.updateUser({ id: owner.id, ...changes })
        owner = { ...owner, ...changes }
        for (const row of rows()) await expectFound(t, row, `after ${Object.keys(changes)} changed`)
        for (const address of addresses)
          if (address !== owner.email)
            t.isNull(await t.adapter.getUserByEmail(address), "the user of an address that was given up")
      }

      await t.adapter.deleteUser(owner.id)
      for (const row of rows()) await expectAbsent(t, row, "after the deletion")
    },
  },
  {
    id: "fresh-reads/moved-sessions",
    clause: "SEC-D9",
    also: ["SEC-B9", "§4 updateSession", "§4 updateUser"],
    title: "A moved session shows every later change of its new user, and none of its old user",
    harm: "A new name or a verified address does not appear, or a deleted user stays signed in.",
    fix,
    async run(t) {
      if (!(await movesSessions(t))) return
      const { ada, bob, move, read } = await twoUsersAndASession(t)
      await read()
      await move()
      t.row((await read())?.user, { id: bob.id }, "the user of the moved session")

      const seen = {}
      for (const changes of [
        { name: "Grace Hopper" },
        { emailVerified: t.inDays(-1) },
        { image: null },
        { email: t.email() },
        { name: null },
      ]) {
        await t.adapter.updateUser({ id: bob.id, ...changes })
        Object.assign(seen, changes)
        t.row((await read())?.user, { id: bob.id, ...seen }, "the user after an update of the new user")
        await t.adapter.updateUser({ id: ada.id, name: t.unique() })
        t.row((await read())?.user, { id: bob.id, ...seen }, "the user after an update of the old user")
      }

      await t.adapter.deleteUser(ada.id)
      t.row((await read())?.user, { id: bob.id, ...seen }, "the user after the old user was deleted")
      await t.adapter.deleteUser(bob.id)
      t.isNull(await read(), "the session of the deleted user")
    },
  },
  {
    id: "fresh-reads/extended-sessions",
    clause: "SEC-D9",
    also: ["§4 updateSession"],
    title: "A session that is extended after other users signed up still belongs to its own user",
    harm: "A user is suddenly signed in as another user who signed up later.",
    evidence: "GHSA-c9h6-v78w-52wj: one user received the session of another",
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const { sessionToken } = await t.adapter.createSession(t.session(ada.id))
      const bob = await t.adapter.createUser(t.user())
      await t.adapter.createSession(t.session(bob.id))

      const updated = await t.adapter.updateSession({ sessionToken, expires: t.inDays(60) })

      t.rowOrNothing(updated, { sessionToken, userId: ada.id }, "the updated session")
      await expectSession(t, { sessionToken, userId: ada.id }, { id: ada.id })
    },
  },
]
