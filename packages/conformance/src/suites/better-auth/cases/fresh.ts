import type { Where } from "better-auth"
import { times } from "../../../engine/case-tools/race-helpers.ts"
import { type BetterAuthContext, listTable, type ObservedAdapter, type Row } from "../case.ts"
import {
  byField,
  byId,
  countRows,
  findRow,
  findRows,
  newSession,
  newUser,
  newValue,
  readRow,
  where,
} from "../rows.ts"

const about = {
  clause: "BA-fresh",
  evidence: "better-auth-cloudflare#61: a session stayed valid for 60 seconds after its sign-out",
  fix: "Query the database at every read.",
} as const

const byToken = (row: Row) => byField(row, "token")

/** Reads a session in every way. */
const readAll = async (db: ObservedAdapter, session: Row): Promise<unknown[]> => {
  const ofUser = byField(session, "userId")
  const first = await db.findOne({ model: "session", where: byToken(session) })
  const again = await db.findOne({ model: "session", where: byId(session) })
  return [first, again, ...(await db.findMany({ model: "session", where: ofUser }))].filter(
    (row) => row !== null,
  )
}

/** A check whose reads are made by the adapter that writes, and by a second one. */
type FreshCheck = { check(t: BetterAuthContext, reader: ObservedAdapter): Promise<void> }

async function checkBoth(t: BetterAuthContext, { check }: FreshCheck): Promise<void> {
  await check(t, t.db)
  await check(t, await t.open())
}

export const fresh = listTable(about, checkBoth, [
  {
    id: "fresh/deleted-sessions",
    title: "A session that was read and then deleted is not found again, by any adapter",
    harm: "A user who signed out stays signed in.",
    async check(t, reader) {
      const deletions = [
        (row: Row) => t.db.delete({ model: "session", where: byToken(row) }),
        (row: Row) => t.db.deleteMany({ model: "session", where: byField(row, "userId") }),
        (row: Row) => t.db.consumeOne({ model: "session", where: byId(row) }),
      ]
      for (const remove of deletions) {
        const session = await newSession(t)
        t.equal((await readAll(reader, session)).length, 3, "results before")
        await remove(session)
        t.equal(await readAll(reader, session), [], "sessions found afterwards")
        const ofUser = byField(session, "userId")
        t.equal(await reader.count({ model: "session", where: ofUser }), 0, "count afterwards")
      }
    },
  },
  {
    id: "fresh/updated-rows",
    title: "A row that was read and then updated is read with its new values, by any adapter",
    harm: "A session that was shortened, or a user who was banned, stays as before.",
    async check(t, reader) {
      type Update = { model: string; where: Where[]; update: { name: string } }
      const updates = [
        (input: Update) => t.db.update(input),
        (input: Update) => t.db.updateMany(input),
        ({ update, ...input }: Update) => t.db.incrementOne({ ...input, increment: {}, set: update }),
        (input: Update) => t.db.transaction((inside) => inside.update(input)),
      ]
      const user = await newUser(t)
      const { id, email } = user
      for (const [index, change] of updates.entries()) {
        await findRow(t, "user", { email }, reader)
        const update = { name: `name ${index}` }
        await change({ model: "user", where: byId(user), update })
        t.row(await findRow(t, "user", { email }, reader), update, "findOne by email")
        t.row(await findRow(t, "user", { id }, reader), update, "findOne by id")
      }
    },
  },
  {
    id: "fresh/missed-rows",
    title: "A row is found after an earlier lookup missed it, by any adapter",
    harm: "A person who has just signed up cannot sign in.",
    async check(t, reader) {
      const email = t.email()
      t.isNull(await findRow(t, "user", { email }, reader), "findOne before")
      t.equal(await findRows(t, "user", { email }, reader), [], "findMany before")
      t.equal(await countRows(t, "user", { email }, reader), 0, "count before")
      await newUser(t, { email })
      t.row(await findRow(t, "user", { email }, reader), { email }, "findOne afterwards")
      t.equal((await findRows(t, "user", { email }, reader)).length, 1, "rows of findMany afterwards")
      t.equal(await countRows(t, "user", { email }, reader), 1, "count afterwards")
    },
  },
  {
    id: "fresh/reads-during-a-write",
    title: "Lookups that run during an update do not bring its old values back",
    harm: "A user who was banned during a request stays as before, in this and later requests.",
    check: (t, reader) =>
      t.rounds(4, async (round) => {
        const user = await newUser(t)
        const read = () => readRow(t, "user", user, reader)
        const write = t.db.update({ model: "user", where: byId(user), update: { name: "renamed" } })
        const before = times(3, read)
        await t.delay(round)
        before.push(read())
        await write
        t.row(await read(), { name: "renamed" }, "findOne when the update has returned")
        await Promise.all(before)
        t.row(await read(), { name: "renamed" }, "findOne when the other lookups have returned")
      }),
  },
  {
    id: "fresh/joined-rows",
    title: "A joined row is read with its new values",
    harm: "A user who was banned or renamed stays as before in every session.",
    async run(t) {
      const session = await newSession(t)
      const db = await t.open({ advanced: { database: { joins: true } } })
      const read = () => db.findOne({ model: "session", where: byToken(session), join: { user: true } })
      await read()
      const byUserId = [where("id", String(session["userId"]))]
      await t.db.update({ model: "user", where: byUserId, update: { name: "renamed" } })
      t.row((await read())?.["user"], { name: "renamed" }, "the joined user")
      await t.db.delete({ model: "session", where: byId(session) })
      t.isNull(await read(), "the deleted session")
    },
  },
  {
    id: "fresh/reused-keys",
    title: "A key that is used again finds the new row",
    harm: "A person gets the row of the former owner of an address.",
    async check(t, reader) {
      const identifier = t.email()
      const read = () => findRow(t, "verification", { identifier }, reader)
      for (const value of ["first", "second", "third"]) {
        const row = await newValue(t, { identifier, value })
        t.row(await read(), { id: row.id, value }, "findOne")
        await t.db.delete({ model: "verification", where: byId(row) })
        t.isNull(await read(), "findOne after the deletion")
      }
    },
  },
])
