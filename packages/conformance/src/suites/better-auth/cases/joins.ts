import { times } from "../../../engine/case-tools/race-helpers.ts"
import { member } from "../../../engine/case-tools/same-value.ts"
import { type BetterAuthContext, listTable, type ObservedAdapter, type Row } from "../case.ts"
import { byId, expectRows, newRecord, newSession, newUser, toSortedIds, where } from "../rows.ts"
import { rowModel } from "../suite-options.ts"

const about = {
  clause: "BA-joins",
  evidence: "better-auth issues 10297, 10344, 10756",
} as const

/** A user with sessions and accounts. */
async function newPerson(t: BetterAuthContext, sessions: number, accounts = 0, name = "Ada") {
  const user = await newUser(t, { name })
  const make = (model: string, count: number, data: () => Record<string, unknown>) =>
    Promise.all(times(count, () => t.db.create({ model, data: data() })))
  return {
    user,
    sessions: await make("session", sessions, () => t.session(user.id)),
    accounts: await make("account", accounts, () => t.account(user.id)),
  }
}

/** An adapter that joins in the database, if it can. */
const openWithJoins = (t: BetterAuthContext): Promise<ObservedAdapter> =>
  t.open({ advanced: { database: { joins: true } } })

const readJoinedRows = (row: unknown, model = "session"): Row[] => (member(row, model) ?? []) as Row[]
const countJoinedRows = (row: unknown, model?: string): number => readJoinedRows(row, model).length

/** A check of an adapter that joins, and of the joins of Better Auth itself. */
type JoinCheck = { check(t: BetterAuthContext, db: ObservedAdapter): Promise<void> }

async function checkBoth(t: BetterAuthContext, { check }: JoinCheck): Promise<void> {
  await check(t, t.db)
  await check(t, await openWithJoins(t))
}

export const joins = listTable(about, checkBoth, [
  {
    id: "joins/the-user-of-a-session",
    title: "findOne of a session joins its user",
    harm: "A session is returned with another user, or with none: a person is signed in as someone else, or not at all.",
    async check(t, db) {
      const [first, second] = [await newPerson(t, 1, 0, "one"), await newPerson(t, 1, 0, "other")]
      for (const { user, sessions } of [first, second]) {
        const byToken = [where("token", String(sessions[0]?.["token"]))]
        const result = await db.findOne({ model: "session", where: byToken, join: { user: true } })
        const { id, expiresAt } = sessions[0] as Row
        t.row(result, { id, userId: user.id, expiresAt }, "the session")
        const expected = { id: user.id, name: user["name"], email: user["email"], emailVerified: false }
        t.row(member(result, "user"), { ...expected, createdAt: user["createdAt"] }, "its user")
      }
      const none = [where("token", t.token())]
      const storedRow = await db.findOne({ model: "session", where: none, join: { user: true } })
      t.isNull(storedRow, "an unknown session")
    },
  },
  {
    id: "joins/all-rows",
    title: "A user is joined with all of their own sessions and no others",
    harm: "A person sees, or misses, sessions in their list.",
    async check(t, db) {
      const { user, sessions } = await newPerson(t, 4)
      await newPerson(t, 2)
      const result = await db.findOne({ model: "user", where: byId(user), join: { session: true } })
      expectRows(t, readJoinedRows(result), sessions, "the sessions")
      t.row(result, { id: user.id, email: user["email"] }, "the user")
    },
  },
  {
    id: "joins/limit",
    title: "The limit of a join limits the joined rows",
    harm: "A list is longer than asked, or too short.",
    async check(t, db) {
      const { user, sessions } = await newPerson(t, 5)
      for (const limit of [1, 3, 5, 20]) {
        const result = await db.findOne({ model: "user", where: byId(user), join: { session: { limit } } })
        const ids = toSortedIds(readJoinedRows(result))
        t.equal(ids.length, Math.min(limit, 5), `joined rows with limit ${limit}`)
        const areOwn = ids.every((id) => toSortedIds(sessions).includes(id))
        t.check(areOwn, "sessions of the user", ids)
      }
    },
  },
  {
    id: "joins/limit-for-each-row",
    title: "The limit of a join applies to each row of findMany",
    harm: "The first user of a page takes the rows of the others.",
    async check(t, db) {
      const people = await Promise.all([newPerson(t, 4), newPerson(t, 3), newPerson(t, 1), newPerson(t, 0)])
      const ids = people.map(({ user }) => user.id)
      const byIds = [where("id", ids, { operator: "in" })]
      const results = await db.findMany({ model: "user", where: byIds, join: { session: { limit: 2 } } })
      const lengths = ids.map((id) => countJoinedRows(results.find((row) => row.id === id)))
      t.equal(lengths, [2, 2, 1, 0], "joined rows of each user")
    },
  },
  {
    id: "joins/many-rows",
    title: "All rows of findMany have their joined rows, also if these are more than 100 together",
    harm: "The last users of a page seem to have no sessions.",
    fix: "Apply no limit to the joined rows of all users together: the default of 100 is for each list.",
    async check(t, db) {
      const people = await Promise.all(times(4, () => newPerson(t, 30)))
      const byIds = [where("id", toSortedIds(people.map(({ user }) => user)), { operator: "in" })]
      const results = await db.findMany({ model: "user", where: byIds, join: { session: true } })
      const lengths = results.map((row) => countJoinedRows(row))
      t.equal(lengths, [30, 30, 30, 30], "joined rows of each user")
    },
  },
  {
    id: "joins/limit-of-the-rows",
    title: "The limit, offset and order of findMany count rows, not joined rows",
    harm: "A page of users shows fewer users if one of them has many sessions.",
    async check(t, db) {
      const mark = t.unique()
      const people = await Promise.all(times(5, (index) => newPerson(t, 3, 0, `${mark}-${index}`)))
      const byName = [where("name", `${mark}-`, { operator: "starts_with" })]
      const sortBy = { field: "name", direction: "desc" } as const
      const results = await db.findMany({
        model: "user",
        where: byName,
        sortBy,
        limit: 2,
        offset: 1,
        join: { session: true },
      })
      const names = results.map(({ name }) => name)
      t.equal(names, [`${mark}-3`, `${mark}-2`], "the names of the users")
      const lengths = results.map((row) => countJoinedRows(row))
      t.equal(lengths, [3, 3], "joined rows of each user")
      const third = people[3]?.sessions ?? []
      expectRows(t, readJoinedRows(results[0]), third, "the first user's sessions")
    },
  },
  {
    id: "joins/nothing-to-join",
    title: "A row without joined rows has an empty list, or null if there can be only one",
    harm: "A new user without a session or profile is not found, and cannot sign in.",
    async check(t, db) {
      const user = await newUser(t)
      const join = { session: true, [rowModel]: true }
      const result = await db.findOne({ model: "user", where: byId(user), join })
      t.row(result, { id: user.id, email: user["email"] }, "the user")
      t.equal(member(result, "session"), [], "session")
      t.equal(member(result, rowModel), null, rowModel)
      const record = await newRecord(t)
      const alone = await db.findOne({ model: rowModel, where: byId(record), join: { user: true } })
      t.row(alone, { id: record.id, slug: record["slug"] }, "a row without an owner")
      t.equal(member(alone, "user"), null, "its owner")
    },
  },
  {
    id: "joins/one-row",
    title: "A row that can have one joined row has it as an object",
    harm: "A profile is a list, or missing.",
    async check(t, db) {
      const user = await newUser(t)
      const record = await newRecord(t, { ownerId: user.id, flag: true, amount: 3, moment: t.inDays(2) })
      await newRecord(t, { ownerId: (await newUser(t)).id })
      const result = await db.findOne({ model: "user", where: byId(user), join: { [rowModel]: true } })
      const { id, slug, flag, amount, moment } = record
      t.row(member(result, rowModel), { id, slug, flag, amount, moment, ownerId: user.id }, "the joined row")
    },
  },
  {
    id: "joins/two-models",
    title: "Two joins at once do not multiply their rows",
    harm: "A user seems to have every session and account several times.",
    async check(t, db) {
      const { user, sessions, accounts } = await newPerson(t, 3, 2)
      const join = { session: true, account: true }
      const result = await db.findOne({ model: "user", where: byId(user), join })
      expectRows(t, readJoinedRows(result), sessions, "the sessions")
      expectRows(t, readJoinedRows(result, "account"), accounts, "the accounts")
    },
  },
  {
    id: "joins/limits-of-two-models",
    title: "Each of two joins has its own limit",
    harm: "One list is cut by the limit of the other.",
    async check(t, db) {
      const { user } = await newPerson(t, 4, 5)
      const join = { session: { limit: 2 }, account: { limit: 4 } }
      const result = await db.findOne({ model: "user", where: byId(user), join })
      const lengths = [countJoinedRows(result), countJoinedRows(result, "account")]
      t.equal(lengths, [2, 4], "joined rows")
    },
  },
  {
    id: "joins/values",
    title: "Joined rows have the values of the row itself",
    harm: "A session in a list ends at another time than the session itself.",
    async check(t, db) {
      const session = await newSession(t, { expiresAt: new Date("2031-03-30T01:30:00.123Z") })
      const byUserId = [where("id", String(session["userId"]))]
      const query = { model: "user", where: byUserId, join: { session: true } } as const
      const { id, token, expiresAt, userId, ipAddress } = session
      for (const result of [await db.findOne({ ...query }), ...(await db.findMany({ ...query }))])
        t.row(readJoinedRows(result)[0], { id, token, expiresAt, userId, ipAddress }, "the joined session")
    },
  },
])
