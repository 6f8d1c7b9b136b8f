import type { Case, CaseContext } from "../../case.ts"
import { times } from "../race-helpers.ts"
import { accountKey, tokenKey } from "../row-keys.ts"
import { inBatches } from "../scale/in-batches.ts"

/** More rows than a list of revoked keys usually holds: 10, and at full effort 256. */
const countOf = ({ effort }: CaseContext): number => (effort === "full" ? 260 : 12)

/** A row that is read and then revoked. */
type Revocable = {
  readonly id: string
  /** The rows, as the title names them. */
  readonly name: string
  readonly clause: string
  readonly harm: string
  readonly isOwned: boolean
  /** Stores a row of the user. */
  store(t: CaseContext, userId: string): Promise<StoredRow>
}

/** `lookUp` makes every lookup of the row. A token has none, because it is read by its use. */
type StoredRow = { lookUp?(): Promise<unknown[]>; revoke(): Promise<unknown> }

const revocables: readonly Revocable[] = [
  {
    id: "sessions",
    name: "sessions that were read and then deleted",
    clause: "§4 deleteSession",
    harm: "People who signed out are signed in again when many others have signed out.",
    isOwned: true,
    async store(t, userId) {
      const { sessionToken } = await t.adapter.createSession(t.session(userId))
      return {
        lookUp: async () => [await t.adapter.getSessionAndUser(sessionToken)],
        revoke: () => t.adapter.deleteSession(sessionToken),
      }
    },
  },
  {
    id: "accounts",
    name: "accounts that were read and then unlinked",
    clause: "§4 unlinkAccount",
    harm: "An account that was unlinked still signs in its former owner.",
    isOwned: true,
    async store(t, userId) {
      const account = t.account(userId)
      await t.adapter.linkAccount(account)
      const { provider, providerAccountId } = account
      return {
        lookUp: async () => [
          await t.adapter.getUserByAccount(accountKey(account)),
          await t.adapter.getAccount(providerAccountId, provider),
        ],
        revoke: () => t.adapter.unlinkAccount(accountKey(account)),
      }
    },
  },
  {
    id: "tokens",
    name: "tokens that were used",
    clause: "§4 useVerificationToken",
    harm: "A sign-in link works a second time when many other links were used.",
    isOwned: false,
    async store(t) {
      const token = t.verificationToken()
      await t.adapter.createVerificationToken(token)
      return { revoke: () => t.adapter.useVerificationToken(tokenKey(token)) }
    },
  },
]

const revokedCase = ({ id, name, clause, harm, isOwned, store }: Revocable): Case => ({
  id: `fresh-reads/of-many-revoked-${id}`,
  level: "must",
  clause: "SEC-B9",
  also: [clause],
  title: `Of many ${name}, none is found after the last of them is gone`,
  harm,
  fix: "Delete the row and every cached copy. Do not keep a list of revoked keys that drops its oldest.",
  async run(t) {
    const userId = isOwned ? (await t.adapter.createUser(t.user())).id : ""
    const rows = await inBatches(times(countOf(t), String), () => store(t, userId))
    await inBatches(rows, async ({ lookUp }) => {
      for (const found of (await lookUp?.()) ?? [])
        t.check(Boolean(found), "a row before it is revoked", found)
    })

    await inBatches(rows, ({ revoke }) => revoke())

    await inBatches(rows, async ({ lookUp, revoke }) => {
      for (const found of await (lookUp?.() ?? [])) t.isNull(found, "a lookup of a revoked row")
      t.isNothing(await revoke(), "a second use, sign-out or unlinking")
    })
  },
})

export const manyRevokedRows: readonly Case[] = revocables.map(revokedCase)
