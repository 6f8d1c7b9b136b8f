import { times } from "../../../engine/case-tools/race-helpers.ts"
import { add, checkWrite } from "../calls.ts"
import { listTable } from "../case.ts"
import { byId, expectAnyRow, newRecord, readRow, where } from "../rows.ts"
import { rowModel as model } from "../suite-options.ts"
import { checkRace, inThisProcess } from "./check-race.ts"

const about = {
  clause: "BA-increment",
  fix: "Add in one statement: SET amount = amount + delta WHERE the condition, and return the row.",
} as const

const moment = new Date("2031-04-05T06:07:08.009Z")

export const increments = listTable(about, checkWrite, [
  {
    id: "increments/returns-the-new-row",
    title: "incrementOne adds and returns the whole new row",
    harm: "A limiter works with an old count and lets a request too many pass.",
    fields: { amount: 5, note: "kept", flag: true },
    call: (row) => add(byId(row), { amount: 3 }),
    returns: { amount: 8 },
  },
  {
    id: "increments/negative",
    title: "A negative increment subtracts, also below zero",
    harm: "An API key never runs out of its remaining uses.",
    fields: { amount: 2 },
    call: (row) => add(byId(row), { amount: -3 }),
    returns: { amount: -1 },
  },
  {
    id: "increments/condition-not-met",
    title: "incrementOne returns null and changes nothing if its condition does not hold",
    harm: "An API key is used more often than it may be.",
    fields: { amount: 0, note: "old" },
    call: (row) =>
      add([...byId(row), where("amount", 0, { operator: "gt" })], { amount: -1 }, { note: "new" }),
    returns: null,
  },
  {
    id: "increments/sets-beside",
    title: "incrementOne also sets the fields of set, in the same call",
    harm: "The window of a rate limit does not start again, and a user stays locked out.",
    fields: { amount: 1, note: "old", large: 5, flag: true },
    call: (row) => add(byId(row), { amount: 1 }, { note: "new", moment, large: 7, flag: null }),
    returns: { note: "new", moment, large: 7, flag: null, amount: 2 },
  },
  {
    id: "increments/only-sets",
    title: "incrementOne without an increment sets fields while its condition holds",
    harm: "A state changes twice, for example an invitation that two people accept.",
    fields: { amount: 4, flag: false },
    call: (row) => add([...byId(row), where("flag", false)], {}, { flag: true }),
    returns: { flag: true },
    again: null,
  },
  {
    id: "increments/several-fields",
    title: "incrementOne adds to several fields at once",
    harm: "One of two counters is lost.",
    fields: { amount: 1, large: 10 },
    call: (row) => add(byId(row), { amount: 2, large: -3 }),
    returns: { amount: 3, large: 7 },
  },
  {
    id: "increments/large-numbers",
    title: "incrementOne adds to numbers above 2^31 exactly",
    harm: "The time of the last request, in milliseconds, is wrong, and a limit never resets.",
    fields: { large: 1_763_424_000_123 },
    call: (row) => add(byId(row), { large: 1 }),
    returns: { large: 1_763_424_000_124 },
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
      expectAnyRow(t, rows, changed, "incrementOne")
      const amounts = (await t.db.findMany({ model, where: byTeam })).map(({ amount }) => Number(amount))
      t.equal(amounts.sort(), [1, 1, 2], "the amounts of all matching rows")
    },
  },
])

export const incrementRaces = listTable(about, checkRace(inThisProcess), [
  {
    id: "increments/nothing-lost",
    title: "If many callers increment a row at once, every increment counts",
    harm: "An attacker who guesses codes in parallel is counted once.",
    rounds: 2,
    callers: 12,
    fields: { amount: 0 },
    call: (row) => add(byId(row), { amount: 1 }),
    wins: [0, 12],
    differs: "amount",
    leaves: ({ length }) => ({ amount: length }),
  },
  {
    id: "increments/all-succeed",
    level: "should",
    title: "If many callers increment a row at once, every call succeeds",
    harm: "A request fails although nothing is wrong, because others came at the same moment.",
    evidence: "better-auth: the fallback of incrementOne gives up after five attempts",
    rounds: 1,
    callers: 12,
    fields: { amount: 0 },
    call: (row) => add(byId(row), { amount: 1 }),
    wins: [12, 12],
  },
  {
    id: "increments/limit-holds",
    title: "A counter never passes the limit of its condition, whatever the number of callers",
    harm: "A rate limit or the limit of wrong codes lets more attempts pass when they come at once.",
    rounds: 2,
    callers: 10,
    fields: { amount: 3 },
    call: (row) => add([...byId(row), where("amount", 7, { operator: "lt" })], { amount: 1 }),
    wins: [0, 4],
    leaves: ({ length }) => ({ amount: 3 + length }),
  },
  {
    id: "increments/last-use-goes-once",
    title: "The last remaining use goes to one of many callers",
    harm: "An API key with one remaining use is accepted several times.",
    rounds: 3,
    callers: 8,
    fields: { amount: 1 },
    call: (row) => add([...byId(row), where("amount", 0, { operator: "gt" })], { amount: -1 }),
    wins: [1, 1],
    leaves: () => ({ amount: 0 }),
  },
  {
    id: "increments/one-state-change",
    title: "A guarded change of state without an increment goes to one of many callers",
    harm: "Two people accept one invitation.",
    rounds: 3,
    callers: 8,
    fields: { note: "pending" },
    call: (row, caller) => add([...byId(row), where("note", "pending")], {}, { note: `accepted ${caller}` }),
    wins: [1, 1],
    leaves: ([winner]) => ({ note: winner?.["note"] }),
  },
  {
    id: "increments/beside-updates",
    title: "An increment and an update of another field at once are both kept",
    harm: "A change of a key's name resets its counter, or the other way round.",
    rounds: 3,
    callers: 3,
    fields: { amount: 0, note: "old" },
    call: (row, caller) =>
      caller === 1
        ? { operation: "update", options: { model, where: byId(row), update: { note: "new" } } }
        : add(byId(row), { amount: 1 }),
    wins: [0, 3],
    leaves: () => ({ amount: 2, note: "new" }),
  },
  {
    id: "increments/beside-deletions",
    title: "A row that is deleted while it is incremented stays deleted",
    harm: "A deleted key works again.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const row = await newRecord(t, { amount: 0 })
        await fire(
          () => t.db.incrementOne({ model, where: byId(row), increment: { amount: 1 } }),
          () => t.db.delete({ model, where: byId(row) }),
        )
        t.isNull(await readRow(t, model, row), "findOne afterwards")
      }),
  },
])
