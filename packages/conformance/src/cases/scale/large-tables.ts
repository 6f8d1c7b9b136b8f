import type { OperationName } from "mortise"
import type { Case, CaseContext } from "../../case.ts"
import { times } from "../race-helpers.ts"
import { accountKey, tokenKey } from "../row-keys.ts"
import { everyTenth, inBatches } from "./in-batches.ts"

/** At full effort, more rows than a cache or a small table holds. */
const rowsOf = ({ effort }: CaseContext): number => (effort === "full" ? 3_100 : 12)

type Row = {
  readonly key: string
  check(): Promise<void>
  /** Creates another row with the same key, which must not replace this one. */
  takeKey?(): Promise<unknown>
}

/** A case that fills a table and reads its rows, the oldest first. */
const largeTable = (
  id: string,
  what: string,
  needs: readonly OperationName[],
  prepare: (t: CaseContext) => Promise<() => Promise<Row>>,
): Case => ({
  id: `large-tables/${id}`,
  level: "must",
  clause: "SEC-B9",
  also: needs.slice(-2).map((operation) => `§4 ${operation}`),
  title: `Of many ${what}, thousands at full effort, old and new ones are found and are not replaced by other rows`,
  harm: "As the service grows, the oldest rows disappear or are mixed up with new ones.",
  fix: "Never evict rows, and do not shorten or hash keys to a few characters.",
  needs,
  async run(t) {
    const create = await prepare(t)
    const rows = rowsOf(t)
    const created = await inBatches(times(rows, String), create)
    t.equal(new Set(created.map(({ key }) => key)).size, rows, "different keys")
    for (const row of [created[0], created[rows / 2], created.at(-1)])
      if (row?.takeKey) await t.throws(row.takeKey, `a second row with a key of ${rows}`, "conflict")
    await inBatches(everyTenth(created), (row) => row.check())
  },
})

const oneUser = async (t: CaseContext) => (await t.adapter.createUser(t.user())).id

export const largeTables: readonly Case[] = [
  largeTable("users", "users", ["createUser", "getUser", "getUserByEmail"], async (t) => async () => {
    const given = t.user({ name: t.unique() })
    const { id } = await t.adapter.createUser(given)
    return {
      key: id,
      async check() {
        t.row(await t.adapter.getUser(id), { ...given, id }, "getUser")
        t.row(await t.adapter.getUserByEmail(given.email), { id }, "getUserByEmail")
      },
      takeKey: () => t.adapter.createUser(t.user({ email: given.email })),
    }
  }),
  largeTable("sessions", "sessions", ["createUser", "createSession", "getSessionAndUser"], async (t) => {
    const ids = await Promise.all(times(10, () => oneUser(t)))
    let count = 0
    return async () => {
      const session = t.session(ids[count++ % ids.length] ?? "")
      await t.adapter.createSession(session)
      const key = session.sessionToken
      const check = async () => t.row((await t.adapter.getSessionAndUser(key))?.session, session, "a session")
      return { key, check, takeKey: () => t.adapter.createSession({ ...session, expires: t.inDays(1) }) }
    }
  }),
  largeTable("accounts", "accounts", ["createUser", "linkAccount", "getUserByAccount"], async (t) => {
    const ids = await Promise.all(times(10, () => oneUser(t)))
    let count = 0
    return async () => {
      const id = ids[count++ % ids.length] ?? ""
      const account = t.account(id)
      await t.adapter.linkAccount(account)
      const check = async () =>
        t.row(await t.adapter.getUserByAccount(accountKey(account)), { id }, "the owner of an account")
      const takeKey = async () => t.adapter.linkAccount({ ...account, userId: await oneUser(t) })
      return { key: account.providerAccountId, check, takeKey }
    }
  }),
  largeTable(
    "tokens",
    "verification tokens",
    ["createVerificationToken", "useVerificationToken"],
    async (t) => async () => {
      const token = t.verificationToken()
      await t.adapter.createVerificationToken(token)
      const check = async () => t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "a token")
      return { key: token.token, check }
    },
  ),
  largeTable("passkeys", "passkeys", ["createUser", "createAuthenticator", "getAuthenticator"], async (t) => {
    const ids = await Promise.all(times(10, () => oneUser(t)))
    let count = 0
    return async () => {
      const passkey = t.authenticator(ids[count++ % ids.length] ?? "")
      await t.adapter.createAuthenticator(passkey)
      const key = passkey.credentialID
      return {
        key,
        check: async () => t.row(await t.adapter.getAuthenticator(key), passkey, "a passkey"),
        takeKey: () => t.adapter.createAuthenticator({ ...passkey, counter: 9 }),
      }
    }
  }),
]
