import { countFulfilled, times } from "../../../engine/case-tools/race-helpers.ts"
import { type BetterAuthContext, listCases, type NewCase, type Row } from "../case.ts"
import { byId, collectRows, countRows, createFields, type Fields, newUser, readRow } from "../rows.ts"
import { rowModel } from "../suite-options.ts"

const about = {
  clause: "BA-unique",
  fix: "Put a unique index on the field. A lookup before the insert is not enough.",
} as const

type Kind = {
  readonly name: string
  readonly one: string
  readonly model: string
  readonly harm: string
  readonly evidence?: string
  /** The fields that two rows must not both have. */
  key(t: BetterAuthContext): Promise<Fields> | Fields
}

const kinds: readonly Kind[] = [
  {
    name: "emails",
    one: "a user with one address",
    model: "user",
    harm: "Two users share one address, and each may be signed in as the other.",
    key: (t) => ({ email: t.email() }),
  },
  {
    name: "session-tokens",
    one: "a session with one token",
    model: "session",
    harm: "A person is signed in as another one.",
    key: async (t) => ({ token: t.token(), userId: (await newUser(t)).id }),
  },
  {
    name: "fields-of-plugins",
    one: "a row of a plugin with one value of a unique field",
    model: rowModel,
    harm: "Two organizations share one name, and a member of one gets into the other.",
    key: (t) => ({ slug: t.unique() }),
  },
  {
    name: "ids",
    one: "a row with one id",
    model: "verification",
    harm: "Two rows have one id, and a deletion or an update reaches both.",
    key: (t) => ({ id: t.unique().padEnd(32, "aB3").slice(0, 32) }),
  },
  {
    name: "accounts",
    one: "an account of one provider with one account id",
    model: "account",
    harm: "Two sign-ins at once store an OAuth account twice, and every later sign-in with it fails.",
    evidence: "better-auth 1.7.7: 35 of 100 first sign-ins with Google, twice at once, on Kysely and pg",
    key: async (t) => ({ accountId: t.unique(), providerId: "google", userId: (await newUser(t)).id }),
  },
]

/** Calls that create rows with the same key. */
async function createCalls(t: BetterAuthContext, { model, key }: Kind, count: number) {
  const fields = await key(t)
  const forceAllowId = "id" in fields
  const rows = await Promise.all(times(count, () => createFields(t, model, fields)))
  return rows.map((data) => () => t.db.create({ model, data, ...(forceAllowId && { forceAllowId }) }))
}

const aboutKind = ({ harm, evidence }: Kind) => ({ ...about, harm, ...(evidence && { evidence }) })

const second = (kind: Kind): NewCase => ({
  ...aboutKind(kind),
  id: `unique/${kind.name}`,
  title: `create refuses ${kind.one} that exists, and leaves the first row`,
  async run(t) {
    const [create, createAgain] = (await createCalls(t, kind, 2)) as [() => Promise<Row>, () => Promise<Row>]
    const first = await create()
    await t.throws(createAgain, "a second create")
    t.row(await readRow(t, kind.model, first), first, "the first row")
  },
})

const race = (kind: Kind): NewCase => ({
  ...aboutKind(kind),
  id: `unique/${kind.name}-at-once`,
  title: `If many callers create ${kind.one} at once, one succeeds`,
  run: (t) =>
    t.rounds(3, async () => {
      const outcomes = await t.race(await createCalls(t, kind, 8))
      t.equal(countFulfilled(outcomes), 1, "calls that succeeded")
      for (const { id } of collectRows(outcomes))
        t.row(await readRow(t, kind.model, { id }), { id }, "the row of that call")
    }),
})

export const unique = listCases(about, [
  ...kinds.map(second),
  {
    id: "unique/ids-of-deleted-rows",
    title: "A new row does not get the id of a deleted one",
    harm: "A new user gets what still refers to a deleted one, such as a cached session.",
    fix: "Use random ids, or a sequence that never goes back: AUTOINCREMENT on SQLite.",
    async run(t) {
      const former = await newUser(t)
      await t.db.delete({ model: "user", where: byId(former) })
      const next = await newUser(t)
      t.check(next.id !== former.id, "another id than that of the deleted user", next.id)
      t.isNull(await readRow(t, "user", former), "findOne by the id of the deleted user")
    },
  },
  {
    id: "unique/updates",
    title: "update refuses a value that another row has, and leaves both rows",
    harm: "A user takes over the address of another one.",
    async run(t) {
      const [user, otherUser] = await Promise.all([newUser(t), newUser(t)])
      const update = { email: String(otherUser["email"]) }
      const change = () => t.db.update({ model: "user", where: byId(user), update })
      await t.throws(change, "update to a taken address")
      t.row(await readRow(t, "user", user), { email: user["email"] }, "the user who wanted it")
      t.row(await readRow(t, "user", otherUser), { email: otherUser["email"] }, "the user who has it")
    },
  },
  {
    id: "unique/different-values",
    title: "Rows that differ in one part of a key are all stored",
    harm: "A person with accounts at two providers cannot link the second one.",
    async run(t) {
      const [{ id }, { id: otherId }] = await Promise.all([newUser(t), newUser(t)])
      const accountId = t.unique()
      const make = (userId: string, providerId: string, account = accountId) =>
        t.db.create({ model: "account", data: t.account(userId, { accountId: account, providerId }) })
      await make(id, "github")
      await make(id, "google")
      await make(otherId, "github", `${accountId}-2`)
      t.equal(await countRows(t, "account", { userId: id }), 2, "accounts of the user")
    },
  },
  {
    id: "unique/empty-values",
    title: "Several rows may have no value in a unique field",
    harm: "The second user without a phone number or user name cannot sign up.",
    async run(t) {
      const team = t.unique()
      for (const _ of [1, 2]) await t.db.create({ model: rowModel, data: t.record({ team, ownerId: null }) })
      t.equal(await countRows(t, rowModel, { team }), 2, "rows without an owner")
    },
  },
  {
    id: "unique/in-a-transaction",
    title: "A transaction that creates a row with a taken value fails",
    harm: "Two users share one address.",
    async run(t) {
      const { email } = await newUser(t)
      const create = () =>
        t.db.transaction((inside) => inside.create({ model: "user", data: t.user({ email }) }))
      await t.throws(create, "a transaction with a second user")
      t.equal(await countRows(t, "user", { email: String(email) }), 1, "users with the address")
    },
  },
])

export const uniqueRaces = listCases(about, [
  ...kinds.map(race),
  {
    id: "unique/updates-at-once",
    title: "If many users change to one address at once, one succeeds",
    harm: "Two users share one address, and each may be signed in as the other.",
    run: (t) =>
      t.rounds(2, async () => {
        const users = await Promise.all(times(4, () => newUser(t)))
        const email = t.email()
        const outcomes = await t.race(
          users.map((user) => () => t.db.update({ model: "user", where: byId(user), update: { email } })),
        )
        t.equal(countFulfilled(outcomes), 1, "calls that succeeded")
        t.equal(await countRows(t, "user", { email }), 1, "users with the address")
      }),
  },
  {
    id: "unique/in-transactions-at-once",
    title: "If many transactions create a user with one address at once, one is committed",
    harm: "Two users share one address, each with a session or an account.",
    run: (t) =>
      t.rounds(2, async () => {
        const email = t.email()
        const signUp = () =>
          t.db.transaction(async (inside) => {
            const { id } = await inside.create({ model: "user", data: t.user({ email }) })
            return inside.create({ model: "account", data: t.account(id) })
          })
        const outcomes = await t.race(times(4, () => signUp))
        t.equal(countFulfilled(outcomes), 1, "transactions that succeeded")
        t.equal(await countRows(t, "user", { email }), 1, "users with the address")
      }),
  },
])
