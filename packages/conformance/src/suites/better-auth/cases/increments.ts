import { times } from "../../../engine/case-tools/race-helpers.ts"
import { type BetterAuthContext, listCases, type Row } from "../case.ts"
import { byId, collectRows, newRecord, readRow, where } from "../rows.ts"
import { rowModel as model } from "../suite-options.ts"

const about = {
  clause: "BA-increment",
  fix: "Add in one statement: SET amount = amount + delta WHERE the condition, and return the row.",
} as const

const add = (t: BetterAuthContext, row: Row, delta = 1) =>
  t.db.incrementOne({ model, where: byId(row), increment: { amount: delta } })

export const increments = listCases(about, [
  {
    id: "increments/returns-the-new-row",
    title: "incrementOne adds and returns the whole new row",
    harm: "A limiter works with an old count and lets a request too many pass.",
    async run(t) {
      const row = await newRecord(t, { amount: 5, note: "kept", flag: true })
      const expected = { id: row.id, amount: 8, note: "kept", flag: true, slug: row["slug"] }
      t.row(await add(t, row, 3), expected, "incrementOne")
      t.row(await readRow(t, model, row), expected, "the row afterwards")
    },
  },
  {
    id: "increments/negative",
    title: "A negative increment subtracts, also below zero",
    harm: "An API key never runs out of its remaining uses.",
    async run(t) {
      const row = await newRecord(t, { amount: 2 })
      t.row(await add(t, row, -3), { amount: -1 }, "incrementOne by -3")
      t.row(await readRow(t, model, row), { amount: -1 }, "the row afterwards")
    },
  },
  {
    id: "increments/condition-not-met",
    title: "incrementOne returns null and changes nothing if its condition does not hold",
    harm: "An API key is used more often than it may be.",
    async run(t) {
      const row = await newRecord(t, { amount: 0, note: "old" })
      const above = where("amount", 0, { operator: "gt" })
      const change = { increment: { amount: -1 }, set: { note: "new" } }
      t.isNull(await t.db.incrementOne({ model, where: [...byId(row), above], ...change }), "incrementOne")
      t.row(await readRow(t, model, row), { amount: 0, note: "old" }, "the row afterwards")
      t.isNull(await t.db.incrementOne({ model, where: [where("id", t.unique())], ...change }), "of no row")
    },
  },
  {
    id: "increments/sets-beside",
    title: "incrementOne also sets the fields of set, in the same call",
    harm: "The window of a rate limit does not start again, and a user stays locked out.",
    async run(t) {
      const row = await newRecord(t, { amount: 1, note: "old", large: 5, flag: true })
      const moment = t.inDays(3)
      const set = { note: "new", moment, large: 7, flag: null }
      const result = await t.db.incrementOne({ model, where: byId(row), increment: { amount: 1 }, set })
      t.row(result, { ...set, amount: 2 }, "incrementOne")
      t.row(await readRow(t, model, row), { ...set, amount: 2 }, "the row afterwards")
    },
  },
  {
    id: "increments/only-sets",
    title: "incrementOne without an increment sets fields while its condition holds",
    harm: "A state changes twice, for example an invitation that two people accept.",
    async run(t) {
      const row = await newRecord(t, { amount: 4, flag: false })
      const open = [...byId(row), where("flag", false)]
      const close = { increment: {}, set: { flag: true } }
      t.row(
        await t.db.incrementOne({ model, where: open, ...close }),
        { flag: true, amount: 4 },
        "incrementOne",
      )
      t.row(await readRow(t, model, row), { flag: true, amount: 4 }, "the row afterwards")
      t.isNull(await t.db.incrementOne({ model, where: open, ...close }), "incrementOne again")
    },
  },
  {
    id: "increments/several-fields",
    title: "incrementOne adds to several fields at once",
    harm: "One of two counters is lost.",
    async run(t) {
      const row = await newRecord(t, { amount: 1, large: 10 })
      const increment = { amount: 2, large: -3 }
      t.row(
        await t.db.incrementOne({ model, where: byId(row), increment }),
        { amount: 3, large: 7 },
        "incrementOne",
      )
      t.row(await readRow(t, model, row), { amount: 3, large: 7 }, "the row afterwards")
    },
  },
  {
    id: "increments/one-row",
    title: "incrementOne changes one row if its condition matches several, and no other row",
    harm: "One request counts against several users.",
    async run(t) {
      const team = t.unique()
      const rows = await Promise.all(times(3, () => newRecord(t, { team, amount: 1 })))
      const byTeam = [where("team", team)]
      const changed = await t.db.incrementOne({ model, where: byTeam, increment: { amount: 1 } })
      t.check(
        rows.some(({ id }) => id === changed?.id),
        "incrementOne: one of the rows",
        changed,
      )
      const amounts = (await t.db.findMany({ model, where: byTeam }))
        .map((row) => Number(row["amount"]))
        .sort()
      t.equal(amounts, [1, 1, 2], "the amounts of all matching rows")
    },
  },
  {
    id: "increments/large-numbers",
    title: "incrementOne adds to numbers above 2^31 exactly",
    harm: "The time of the last request, in milliseconds, is wrong, and a limit never resets.",
    async run(t) {
      const row = await newRecord(t, { large: 1_763_424_000_123 })
      const result = await t.db.incrementOne({ model, where: byId(row), increment: { large: 1 } })
      t.row(result, { large: 1_763_424_000_124 }, "incrementOne")
    },
  },
])

export const incrementRaces = listCases(about, [
  {
    id: "increments/nothing-lost",
    title: "If many callers increment a row at once, every increment counts",
    harm: "An attacker who guesses codes in parallel is counted once.",
    run: (t) =>
      t.rounds(2, async () => {
        const row = await newRecord(t, { amount: 0 })
        const results = await t.race(times(12, () => () => add(t, row)))
        // A fallback that gives up under contention throws: it has not counted.
        const counted = collectRows(results).map((updatedRow) => Number(updatedRow["amount"]))
        t.row(
          await readRow(t, model, row),
          { amount: counted.length },
          "the row after that many successful calls",
        )
        t.equal(new Set(counted).size, counted.length, "different amounts returned")
      }),
  },
  {
    id: "increments/all-succeed",
    level: "should",
    title: "If many callers increment a row at once, every call succeeds",
    harm: "A request fails although nothing is wrong, because others came at the same moment.",
    evidence: "better-auth: the fallback of incrementOne gives up after five attempts",
    async run(t) {
      const row = await newRecord(t, { amount: 0 })
      t.equal(
        collectRows(await t.race(times(12, () => () => add(t, row)))).length,
        12,
        "calls that returned a row",
      )
    },
  },
  {
    id: "increments/limit-holds",
    title: "A counter never passes the limit of its condition, whatever the number of callers",
    harm: "A rate limit or the limit of wrong codes lets more attempts pass when they come at once.",
    run: (t) =>
      t.rounds(2, async () => {
        const row = await newRecord(t, { amount: 3 })
        const below = [...byId(row), where("amount", 7, { operator: "lt" })]
        const results = await t.race(
          times(10, () => () => t.db.incrementOne({ model, where: below, increment: { amount: 1 } })),
        )
        const passed = collectRows(results).length
        t.check(passed <= 4, "at most 4 calls that return a row", passed)
        t.row(await readRow(t, model, row), { amount: 3 + passed }, "the row afterwards")
      }),
  },
  {
    id: "increments/last-use-goes-once",
    title: "The last remaining use goes to one of many callers",
    harm: "An API key with one remaining use is accepted several times.",
    run: (t) =>
      t.rounds(3, async () => {
        const row = await newRecord(t, { amount: 1 })
        const left = [...byId(row), where("amount", 0, { operator: "gt" })]
        const results = await t.race(
          times(8, () => () => t.db.incrementOne({ model, where: left, increment: { amount: -1 } })),
        )
        t.equal(collectRows(results).length, 1, "calls that got the last use")
        t.row(await readRow(t, model, row), { amount: 0 }, "the row afterwards")
      }),
  },
  {
    id: "increments/one-state-change",
    title: "A guarded change of state without an increment goes to one of many callers",
    harm: "Two people accept one invitation.",
    run: (t) =>
      t.rounds(3, async () => {
        const row = await newRecord(t, { note: "pending" })
        const pending = [...byId(row), where("note", "pending")]
        const accept = (index: number) => () =>
          t.db.incrementOne({ model, where: pending, increment: {}, set: { note: `accepted ${index}` } })
        const winners = collectRows(await t.race(times(8, accept)))
        t.equal(winners.length, 1, "calls that changed the state")
        t.row(await readRow(t, model, row), { note: winners[0]?.["note"] }, "the row afterwards")
      }),
  },
  {
    id: "increments/beside-updates",
    title: "An increment and an update of another field at once are both kept",
    harm: "A change of a key's name resets its counter, or the other way round.",
    run: (t) =>
      t.rounds(3, async () => {
        const row = await newRecord(t, { amount: 0, note: "old" })
        await t.race<unknown>([
          () => add(t, row),
          () => t.db.update({ model, where: byId(row), update: { note: "new" } }),
          () => add(t, row),
        ])
        t.row(await readRow(t, model, row), { amount: 2, note: "new" }, "the row afterwards")
      }),
  },
  {
    id: "increments/beside-deletions",
    title: "A row that is deleted while it is incremented stays deleted",
    harm: "A deleted key works again.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const row = await newRecord(t, { amount: 0 })
        await fire(
          () => add(t, row),
          () => t.db.delete({ model, where: byId(row) }),
        )
        t.isNull(await readRow(t, model, row), "findOne afterwards")
      }),
  },
])
