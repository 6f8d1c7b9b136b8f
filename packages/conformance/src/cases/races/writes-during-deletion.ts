import type { Case } from "../../case.ts"
import { accountKey } from "../row-keys.ts"
import { ensureDeleted } from "./ensure-deleted.ts"

export const writesDuringDeletion: readonly Case[] = [
  {
    id: "late-writes/session-of-a-deleted-user",
    level: "must",
    clause: "SEC-B6",
    also: ["§4 deleteUser", "§4 createSession"],
    guarantees: ["foreign_keys"],
    title: "A session that is created while its user is deleted is not found",
    harm: "A deleted or banned user who signs in at that moment stays signed in.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const { id } = await t.adapter.createUser(t.user())
        const session = t.session(id)

        await fire(
          () => t.adapter.deleteUser(id),
          () => t.adapter.createSession(session),
        )
        await ensureDeleted(t, id)

        t.isNull(await t.adapter.getSessionAndUser(session.sessionToken), "getSessionAndUser afterwards")
      }),
  },
  {
    id: "late-writes/account-of-a-deleted-user",
    level: "must",
    clause: "SEC-B6",
    also: ["§4 deleteUser", "§4 linkAccount"],
    guarantees: ["foreign_keys"],
    title: "An account that is linked while its user is deleted finds no user",
    harm: "A deleted user is back at the next sign-in with the provider.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const { id } = await t.adapter.createUser(t.user())
        const account = t.account(id)

        await fire(
          () => t.adapter.deleteUser(id),
          () => t.adapter.linkAccount(account),
        )
        await ensureDeleted(t, id)

        t.isNull(await t.adapter.getUserByAccount(accountKey(account)), "getUserByAccount afterwards")
      }),
  },
  {
    id: "late-writes/deleted-user-keeps-no-account",
    level: "should",
    clause: "SEC-B6",
    guarantees: ["foreign_keys"],
    title: "An account that is linked while its user is deleted can be linked to another user",
    harm: "The account stays taken forever, and its owner can never sign in with it.",
    fix: "Use a foreign key, or check the user in the same statement or transaction.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const { id } = await t.adapter.createUser(t.user())
        const account = t.account(id)

        await fire(
          () => t.adapter.deleteUser(id),
          () => t.adapter.linkAccount(account),
        )
        await ensureDeleted(t, id)

        const next = await t.adapter.createUser(t.user())
        await t.adapter.linkAccount({ ...account, userId: next.id })
        t.row(await t.adapter.getUserByAccount(accountKey(account)), { id: next.id }, "the next owner")
      }),
  },
  {
    id: "late-writes/passkey-of-a-deleted-user",
    level: "must",
    clause: "SEC-B6",
    also: ["SEC-F7"],
    guarantees: ["foreign_keys"],
    title: "A passkey that is registered while its user is deleted is not listed",
    harm: "Passkeys of deleted users stay in the database.",
    fix: "Use a foreign key, or check the user in the same statement or transaction.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const { id } = await t.adapter.createUser(t.user())

        await fire(
          () => t.adapter.deleteUser(id),
          () => t.adapter.createAuthenticator(t.authenticator(id)),
        )
        await ensureDeleted(t, id)

        t.equal(await t.adapter.listAuthenticatorsByUserId(id), [], "the list of the deleted user")
      }),
  },
  {
    id: "late-writes/update-of-a-deleted-user",
    level: "must",
    clause: "SEC-B6",
    also: ["SEC-A4", "§4 updateUser"],
    guarantees: ["foreign_keys"],
    title: "A user who is updated while being deleted stays deleted",
    harm: "A person who asked to be deleted is still stored.",
    fix: "Use an update that only changes existing rows.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const { id, email } = await t.adapter.createUser(t.user())
        const next = t.email()

        await fire(
          () => t.adapter.deleteUser(id),
          () => t.adapter.updateUser({ id, name: "Ghost", email: next }),
        )

        t.isNull(await t.adapter.getUser(id), "getUser afterwards")
        for (const address of [email, next])
          t.isNull(await t.adapter.getUserByEmail(address), "getUserByEmail afterwards")
      }),
  },
]
