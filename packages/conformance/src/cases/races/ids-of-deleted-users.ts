import type { OperationName } from "mortise"
import type { Case, CaseContext } from "../../case.ts"
import { createWithId } from "../keys/kept-ids.ts"
import { accountKey } from "../row-keys.ts"
import { ensureDeleted } from "./ensure-deleted.ts"

// A row that is inserted while its user is deleted may stay behind, where no lookup finds it. It is found again as soon
// as a user has the same id.

type OwnedRow = {
  readonly name: string
  readonly insert: OperationName
  readonly reads: readonly OperationName[]
  /** A new row of the user: how to store it, and the lookups that could find it, with what each must return. */
  prepare(
    t: CaseContext,
    userId: string,
  ): { insert(): Promise<unknown>; read(): Promise<[unknown, unknown][]> }
}

const ownedRows: readonly OwnedRow[] = [
  {
    name: "session",
    insert: "createSession",
    reads: ["getSessionAndUser"],
    prepare(t, userId) {
      const session = t.session(userId)
      return {
        insert: () => t.adapter.createSession(session),
        read: async () => [[await t.adapter.getSessionAndUser(session.sessionToken), null]],
      }
    },
  },
  {
    name: "account",
    insert: "linkAccount",
    reads: ["getUserByAccount", "getAccount"],
    prepare(t, userId) {
      const account = t.account(userId)
      return {
        insert: () => t.adapter.linkAccount(account),
        read: async () => [
          [await t.adapter.getUserByAccount(accountKey(account)), null],
          [await t.adapter.getAccount(account.providerAccountId, account.provider), null],
        ],
      }
    },
  },
  {
    name: "passkey",
    insert: "createAuthenticator",
    reads: ["getAuthenticator", "listAuthenticatorsByUserId"],
    prepare(t, userId) {
      const passkey = t.authenticator(userId)
      return {
        insert: () => t.adapter.createAuthenticator(passkey),
        read: async () => [
          [await t.adapter.getAuthenticator(passkey.credentialID), null],
          [await t.adapter.listAuthenticatorsByUserId(userId), []],
        ],
      }
    },
  },
]

const lateRow = ({ name, insert, reads, prepare }: OwnedRow): Case => ({
  id: `late-writes/${name}-and-the-next-user-of-the-id`,
  level: "must",
  clause: "SEC-B6",
  also: ["§4 deleteUser", `§4 ${insert}`],
  guarantees: ["foreign_keys"],
  title: `${name === "account" ? "An" : "A"} ${name} that is stored while its user is deleted is not found, and not by a new user of the id`,
  harm: "A new user inherits a session, an account or a passkey of a deleted one.",
  fix: "Use a foreign key, or check the user in the same statement or transaction.",
  run: (t) =>
    t.interleavings(async (fire) => {
      const { id } = await t.adapter.createUser(t.user())
      const row = prepare(t, id)
      const expectNothing = async (when: string) => {
        for (const [nth, [found, expected]] of (await row.read()).entries())
          t.equal(found, expected, `${reads[nth]} ${when}`)
      }

      await fire(() => t.adapter.deleteUser(id), row.insert)
      await ensureDeleted(t, id)

      await expectNothing("after the deletion")
      if (await createWithId(t, id)) await expectNothing("after the id exists again")
    }),
})

export const idsOfDeletedUsers: readonly Case[] = [
  ...ownedRows.map(lateRow),
  {
    id: "late-writes/addresses-of-a-deleted-user",
    level: "must",
    clause: "SEC-B7",
    also: ["SEC-B6", "§4 updateUser", "§4 createUser"],
    guarantees: ["foreign_keys"],
    title: "A user who changes the address while being deleted leaves both addresses free for new users",
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
]
