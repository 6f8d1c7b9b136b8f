import { countFulfilled, raceAll, times } from "../../../engine/case-tools/race-helpers.ts"
import { listCases, type Row } from "../case.ts"
import {
  byField,
  byId,
  countRows,
  expectRows,
  findRow,
  findRows,
  newRecord,
  newUser,
  readRow,
  toSortedIds,
  where,
} from "../rows.ts"
import { rowModel as model } from "../suite-options.ts"

const about = { clause: "BA-races" } as const

export const races = listCases(about, [
  {
    id: "races/own-answers",
    title: "Many lookups at once each get their own row",
    harm: "A person is signed in as another one.",
    fix: "Match the answers of a batch with its keys, and never share a connection's state between calls.",
    run: (t) =>
      t.rounds(2, async () => {
        const users = await Promise.all(times(12, () => newUser(t)))
        const lookups = users.flatMap((user) => [
          () => t.db.findOne({ model: "user", where: byField(user, "email") }),
          () => readRow(t, "user", user),
          () => findRow(t, "user", { email: t.email() }),
        ])
        const outcomes = await t.race(lookups)
        for (const [index, outcome] of outcomes.entries()) {
          if (outcome.status === "rejected") throw outcome.reason
          if (index % 3 === 2) t.isNull(outcome.value, "findOne of an unknown address")
          else t.row(outcome.value, { id: users[Math.floor(index / 3)]?.id }, "findOne of a user")
        }
      }),
  },
  {
    id: "races/own-fields",
    title: "Lookups of one row at once each get the fields that they select",
    harm: "A page gets the token of a session that it did not ask for, or misses a field.",
    fix: "Share a query only between calls that are equal in every option.",
    run: (t) =>
      t.rounds(2, async () => {
        const row = await newRecord(t, { note: "kept", amount: 7 })
        const selected = [["note"], ["amount"], ["note", "amount"]]
        const lookups = selected.map(
          (select) => () => t.db.findOne({ model, where: byId(row), select: [...select] }),
        )
        const results = await raceAll(t, [...lookups, () => readRow(t, model, row)])
        const expected = [{ note: "kept" }, { amount: 7 }, { note: "kept", amount: 7 }]
        t.equal(results.slice(0, -1), expected, "the selected fields")
        t.row(results.at(-1), { id: row.id, note: "kept", amount: 7 }, "the whole row")
      }),
  },
  {
    id: "races/own-lists",
    title: "Many lists and counts at once each get their own rows",
    harm: "A person sees the sessions of another one.",
    async run(t) {
      const teams = times(8, () => t.unique())
      for (const [index, team] of teams.entries())
        await Promise.all(times(index % 3, () => newRecord(t, { team })))
      const calls = teams.flatMap((team) => [
        async () => (await findRows(t, model, { team })).map((row) => row["team"]),
        () => countRows(t, model, { team }),
      ])
      const results = await raceAll<unknown>(t, calls)
      for (const [index, team] of teams.entries()) {
        const expected = times(index % 3, () => team)
        t.equal(results[index * 2], expected, "the teams of a list")
        t.equal(results[index * 2 + 1], index % 3, "a count")
      }
    },
  },
  {
    id: "races/all-created",
    title: "Rows that are created at once are all stored, and each call returns its own",
    harm: "A sign-up is lost, or its answer is that of another person.",
    run: (t) =>
      t.rounds(2, async () => {
        const team = t.unique()
        const rows = await raceAll(
          t,
          times(20, (amount) => () => newRecord(t, { team, amount })),
        )
        const amounts = rows.map(({ amount }) => amount)
        const expected = times(20, (index) => index)
        t.equal(amounts, expected, "the amounts that create returned")
        t.equal(new Set(toSortedIds(rows)).size, 20, "different ids")
        expectRows(t, await findRows(t, model, { team }), rows, "the rows stored")
      }),
  },
  {
    id: "races/updates-of-two-fields",
    title: "Updates of different fields of one row at once are both kept",
    harm: "A change of the name undoes a change of the address.",
    fix: "Update only the given columns. Do not read the row and write it back.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const row = await newRecord(t, { note: "old", amount: 1 })
        await fire(
          () => t.db.update({ model, where: byId(row), update: { note: "new" } }),
          () => t.db.update({ model, where: byId(row), update: { amount: 2 } }),
        )
        t.row(await readRow(t, model, row), { note: "new", amount: 2 }, "the row afterwards")
      }),
  },
  {
    id: "races/updates-of-many-rows",
    title: "updateMany and update of different fields at once are both kept",
    harm: "A change of one row undoes a change of all.",
    fix: "Update only the given columns. Do not read the rows and write them back.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const row = await newRecord(t, { note: "old", amount: 1 })
        await fire(
          () => t.db.updateMany({ model, where: byField(row, "team"), update: { note: "new" } }),
          () => t.db.update({ model, where: byId(row), update: { amount: 2 } }),
        )
        t.row(await readRow(t, model, row), { note: "new", amount: 2 }, "the row afterwards")
      }),
  },
  {
    id: "races/deleted-rows-stay-deleted",
    title: "A row that is deleted while it is updated stays deleted",
    harm: "A user who signs out is signed in again by a request that refreshes the session.",
    fix: "Update with a statement that changes nothing if the row is gone. Never insert.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const user = await newUser(t)
        const session = await t.db.create({ model: "session", data: t.session(user.id) })
        await fire(
          () => t.db.delete({ model: "session", where: byId(session) }),
          () => t.db.update({ model: "session", where: byId(session), update: { expiresAt: t.inDays(9) } }),
        )
        t.isNull(await readRow(t, "session", session), "findOne afterwards")
        t.equal(await countRows(t, "session", { userId: user.id }), 0, "sessions of the user")
      }),
  },
  {
    id: "races/refreshed-rows-stay",
    title: "deleteMany leaves a row that no longer meets its condition",
    harm: "A job that deletes expired sessions deletes one that was refreshed at the same moment.",
    fix: "Delete by the condition itself, not by ids that were read before.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const row = await newRecord(t, { note: "expired" })
        const expired = [...byId(row), where("note", "expired")]
        const [deleted, updated] = await fire(
          () => t.db.deleteMany({ model, where: expired }),
          () => t.db.update({ model, where: byId(row), update: { note: "refreshed" } }),
        )
        if (deleted.status === "rejected" || updated.status === "rejected") return
        const left = await readRow(t, model, row)
        t.equal(deleted.value, left ? 0 : 1, "rows that deleteMany counted")
        if (updated.value && deleted.value === 0) t.row(left, { note: "refreshed" }, "the refreshed row")
        if (!left) t.isNull(updated.value, "update of the deleted row")
      }),
  },
  {
    id: "races/guarded-updates",
    title: "An update whose condition no longer holds changes nothing, whatever ran at once",
    harm: "A used code or a revoked key is valid again.",
    fix: "Check the condition in the statement that updates.",
    run: (t) =>
      t.rounds(3, async () => {
        const row = await newRecord(t, { note: "free" })
        const free = [...byId(row), where("note", "free")]
        const take = (index: number) => () =>
          t.db.update({ model, where: free, update: { note: `taken by ${index}` } })
        const outcomes = await t.race(times(6, take))
        const winners = outcomes.flatMap((outcome) =>
          outcome.status === "fulfilled" && outcome.value ? [outcome.value] : [],
        )
        t.equal(winners.length, 1, "updates that returned the row")
        t.row(await readRow(t, model, row), { note: (winners[0] as Row)["note"] }, "the row afterwards")
      }),
  },
  {
    id: "races/bursts",
    title: "Many calls of every kind at once all succeed",
    harm: "Sign-ins fail when many people come at the same moment.",
    async run(t) {
      const user = await newUser(t)
      const outcomes = await t.race<unknown>(
        times(60, (index) => [
          () => newUser(t),
          () => readRow(t, "user", user),
          () => t.db.create({ model: "session", data: t.session(user.id) }),
          () => t.db.update({ model: "user", where: byId(user), update: { name: `name ${index}` } }),
        ]).flat(),
      )
      t.equal(countFulfilled(outcomes), outcomes.length, "calls that succeeded")
    },
  },
])
