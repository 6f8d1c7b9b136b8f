import { times } from "../../../../engine/case-tools/race-helpers.ts"
import type { NewCase } from "../../case.ts"
import { expectAbsent, expectFound, type Kind, newOwner, toOwnedRow, userRowKinds } from "../rows.ts"
import { everyTenth, inBatches, manyRows, pickMost } from "./in-batches.ts"

const fix = "Repeat until no rows are left: a page, a batch and a scan can each end early."

const toManyRowsCase = (kind: Kind): NewCase => ({
  id: `many-rows/${kind.name}s`,
  clause: "SEC-B6",
  also: ["SEC-E4", `§4 ${kind.create}`, "§4 deleteUser"],
  title: `Many ${kind.many} of one user all work, show changes of the user, and are deleted with the user`,
  harm: "A device is signed out when another signs in, or stays signed in after the user was deleted.",
  evidence: "@auth/dynamodb-adapter deletes 25 items and leaves the others and the user",
  fix,
  async run(t) {
    const owner = await newOwner(t)
    const kept = await toOwnedRow(t, kind, await newOwner(t)).store()
    const rows = times(manyRows(t), (index) => toOwnedRow(t, kind, owner, index))
    await inBatches(rows, (row) => row.store())
    if (kind.isReadOnce) {
      const some = Math.floor(rows.length / 20)
      await inBatches([...rows.slice(0, some), ...rows.slice(-some)], (row) => expectFound(t, row, "of many"))
    } else {
      await inBatches(everyTenth(rows), (row) => expectFound(t, row, "of many"))
      const renamed = { ...owner, name: "Grace", image: null }
      await t.adapter.updateUser({ id: owner.id, name: renamed.name, image: renamed.image })
      await inBatches(everyTenth(rows), ({ fields }) =>
        expectFound(t, kind.row(t, renamed, fields), "after a change of the user"),
      )
      for (const row of [rows[0], rows.at(-1)])
        if (row?.remove) {
          await row.remove()
          await expectAbsent(t, row, "after its removal")
        }
    }

    await t.adapter.deleteUser(owner.id)

    t.isNull(await t.adapter.getUser(owner.id), "the deleted user")
    await inBatches(pickMost(t, rows), (row) => expectAbsent(t, row, "after the deletion of the user"))
    await expectFound(t, kept, "of another user")
    // A row that was left behind is found again as soon as a user has the same id.
    const again = await t.attempt(() => t.adapter.createUser(t.user({ id: owner.id })))
    if (again.status === "rejected" || again.value.id !== owner.id) return
    await inBatches(everyTenth(rows), (row) => expectAbsent(t, row, "after the id exists again"))
  },
})

export const manyRowsOfAUser: readonly NewCase[] = [
  ...userRowKinds.filter(({ name }) => name !== "passkey").map(toManyRowsCase),
  // Passkeys are listed.
  {
    id: "many-rows/passkeys",
    clause: "§4 listAuthenticatorsByUserId",
    also: ["SEC-F7", "SEC-B6"],
    title: "Many passkeys of one user are all listed, and are all deleted with the user",
    harm: "A passkey is not offered at sign-in, or survives the user.",
    fix,
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const providerAccountId = t.unique()
      // The first half has equal fields but for the ids: an adapter that lists in pages cannot continue by one of them.
      const half = Math.floor(manyRows(t) / 2)
      const passkeys = times(manyRows(t), (index) =>
        t.authenticator(id, index < half ? { counter: 0, providerAccountId } : { counter: index }),
      )
      await inBatches(passkeys, (passkey) => t.adapter.createAuthenticator(passkey))
      const ids = passkeys.map(({ credentialID }) => credentialID).sort()

      const listed = await t.adapter.listAuthenticatorsByUserId(id)
      t.equal(listed.length, ids.length, "the length of the list")
      t.equal(listed.map(({ credentialID }) => credentialID).sort(), ids, "the ids in the list")
      const byId = new Map(listed.map((passkey) => [passkey.credentialID, passkey]))
      for (const passkey of passkeys) t.row(byId.get(passkey.credentialID), passkey, "a listed passkey")
      for (const [index, passkey] of [passkeys[0], passkeys.at(-1)].entries()) {
        const { credentialID = "" } = passkey ?? {}
        const counter = passkeys.length + index
        await t.adapter.updateAuthenticatorCounter(credentialID, counter)
        t.row(await t.adapter.getAuthenticator(credentialID), { counter }, "one of many passkeys")
      }

      await t.adapter.deleteUser(id)

      t.equal(await t.adapter.listAuthenticatorsByUserId(id), [], "the list of the deleted user")
      await inBatches(pickMost(t, passkeys), async ({ credentialID }) =>
        t.isNull(await t.adapter.getAuthenticator(credentialID), "a passkey of the deleted user"),
      )
    },
  },
]
