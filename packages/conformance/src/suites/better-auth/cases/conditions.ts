import type { Where } from "better-auth"
import { times } from "../../../engine/case-tools/race-helpers.ts"
import { listTable } from "../case.ts"
import { byField, expectRows, newRecord, readRow, where } from "../rows.ts"
import { rowModel as model } from "../suite-options.ts"
import { aboutConditions, checkConditions, match, note, notes, op, or } from "./check-conditions.ts"

export const conditions = listTable(aboutConditions, checkConditions, [
  {
    id: "where/null",
    title: "eq null matches rows without a value, ne null the others",
    rows: [
      { note: null, amount: null, moment: null },
      { note: "a", amount: 0, moment: new Date("2031-01-01") },
      { note: "", amount: 1 },
    ],
    matches: [
      match([0], note(null)),
      match([1, 2], note(null, "ne")),
      match([0], op("amount", "eq", null)),
      match([0, 2], op("moment", "eq", null)),
      match([1], op("moment", "ne", null)),
    ],
  },
  {
    id: "where/texts-compared",
    title: "eq and ne compare text exactly",
    rows: notes("abc", "ABC", "abc ", "ábc", "ab"),
    matches: [match([0], note("abc")), match([1], note("ABC")), match([1, 2, 3, 4], note("abc", "ne"))],
  },
  {
    id: "where/numbers-compared",
    title: "Numbers are compared as numbers, at their boundaries",
    rows: [9, 10, 100, -1, 0].map((amount) => ({ amount })),
    matches: [
      match([0, 3, 4], op("amount", "lt", 10)),
      match([0, 1, 3, 4], op("amount", "lte", 10)),
      match([1, 2], op("amount", "gt", 9)),
      match([0, 1, 2], op("amount", "gte", 9)),
      match([0, 1, 2], op("amount", "gt", 0)),
      match([4], op("amount", "eq", 0)),
      match([0, 1, 2, 3], op("amount", "ne", 0)),
      match([3], op("amount", "lt", 0)),
    ],
  },
  {
    id: "where/null-is-not-compared",
    title: "A row without a value is neither above nor below any number or date",
    harm: "A key without a limit counts as used up, or a session without an expiry as expired.",
    rows: [
      { amount: null, moment: null },
      { amount: 5, moment: new Date("2031-01-01") },
    ],
    matches: [
      match([1], op("amount", "lt", 10)),
      match([], op("amount", "lte", 0)),
      match([1], op("amount", "gt", -1)),
      match([1], op("amount", "gte", 0)),
      match([1], op("moment", "lt", new Date("2040-01-01"))),
      match([1], op("moment", "gt", new Date("1990-01-01"))),
    ],
  },
  {
    id: "where/booleans",
    title: "eq true and eq false match rows with that value, and no row without one",
    rows: [{ flag: true }, { flag: false }, { flag: null }],
    matches: [
      match([0], op("flag", "eq", true)),
      match([1], op("flag", "eq", false)),
      match([2], op("flag", "eq", null)),
    ],
  },
  {
    id: "where/lists",
    title: "in matches the values of its list, not_in the others",
    rows: ["a", "b", "c", "a,b", "A"].map((text, index) => ({ note: text, amount: index })),
    matches: [
      match([0, 1], note(["a", "b"], "in")),
      match([0], note(["a"], "in")),
      match([], note(["x", "y"], "in")),
      match([2, 3, 4], note(["a", "b"], "not_in")),
      match([0, 3], op("amount", "in", [0, 3])),
      match([1, 2, 4], op("amount", "not_in", [0, 3])),
    ],
  },
  {
    id: "where/all-conditions",
    title: "Conditions with AND must all hold",
    rows: [
      { note: "a", amount: 1, flag: true },
      { note: "a", amount: 1, flag: false },
      { note: "a", amount: 2, flag: true },
      { note: "b", amount: 1, flag: true },
    ],
    matches: [
      match([0, 1], note("a"), op("amount", "eq", 1)),
      match([0], note("a"), op("amount", "eq", 1), op("flag", "eq", true)),
      match([], note("a"), note("b")),
    ],
  },
  {
    id: "where/any-condition",
    title: "Of conditions with OR, one must hold, beside those with AND",
    harm: "A query returns the rows of other teams, because OR reaches beyond its conditions.",
    evidence: "better-auth's memory adapter applies them from left to right",
    fix: "Join the conditions with AND, and add the group of those with OR in brackets.",
    rows: [
      { note: "a", amount: 1 },
      { note: "b", amount: 1 },
      { note: "c", amount: 1 },
      { note: "a", amount: 2 },
    ],
    matches: [
      match([0, 1, 3], or(note("a")), or(note("b"))),
      match([0, 1], op("amount", "eq", 1), or(note("a")), or(note("b"))),
      match([0, 1], or(note("a")), or(note("b")), op("amount", "eq", 1)),
      match([3], or(note("a")), op("amount", "eq", 2)),
    ],
  },
  {
    id: "where/one-field-twice",
    title: "Several conditions on one field all count",
    harm: "A query for a period returns everything after its start.",
    rows: [1, 5, 9].map((amount) => ({ amount, moment: new Date(Date.UTC(2030, amount, 1)) })),
    matches: [
      match([1], op("amount", "gt", 2), op("amount", "lt", 8)),
      match([1], op("amount", "lt", 8), op("amount", "gt", 2)),
      match([2], op("amount", "ne", 1), op("amount", "ne", 5)),
      match([0, 2], or(op("amount", "lt", 2)), or(op("amount", "gt", 8))),
      match(
        [0, 1],
        op("moment", "gte", new Date(Date.UTC(2030, 0, 1))),
        op("moment", "lt", new Date(Date.UTC(2030, 6, 1))),
      ),
    ],
  },
  {
    id: "where/empty-list",
    title: "An empty list of in never matches a row",
    harm: "A query for the members of no organization returns those of all.",
    async run(t) {
      const row = await newRecord(t, { note: "a" })
      const filter = [...byField(row, "team"), note([], "in")]
      for (const read of [
        () => t.db.findMany({ model, where: filter }),
        () => t.db.count({ model, where: filter }),
      ]) {
        const outcome = await t.attempt<unknown>(read)
        if (outcome.status === "fulfilled")
          t.check(
            outcome.value === 0 || (outcome.value as unknown[]).length === 0,
            "no row, or an error",
            outcome.value,
          )
      }
      await t.attempt(() => t.db.deleteMany({ model, where: filter }))
      t.row(await readRow(t, model, row), { note: "a" }, "the row after deleteMany with an empty list")
      const others = await t.attempt(() =>
        t.db.count({ model, where: [...byField(row, "team"), note([], "not_in")] }),
      )
      if (others.status === "fulfilled") t.equal(others.value, 1, "rows that are not in an empty list")
    },
  },
  {
    id: "where/empty-list-is-no-error",
    level: "should",
    title: "A condition with an empty list does not fail",
    harm: "A page that filters by nothing fails.",
    async run(t) {
      const filter = [where("team", t.unique()), note([], "in")]
      t.equal(await t.db.findMany({ model, where: filter }), [], "findMany with an empty list of in")
      t.equal(
        await t.db.count({ model, where: [filter[0] as Where, note([], "not_in")] }),
        0,
        "count with not_in",
      )
    },
  },
  {
    id: "where/long-lists",
    title: "in takes a list of many hundred values, in every method",
    harm: "A page with many members fails, or shows some of them.",
    async run(t) {
      const team = t.unique()
      const rows = await Promise.all(
        times(30, (index) => newRecord(t, { team, note: `member ${index * 25}` })),
      )
      const list = times(750, (index) => `member ${index}`)
      const filter = [where("team", team), note(list, "in")]
      expectRows(t, await t.db.findMany({ model, where: filter }), rows, "the rows in the list")
      t.equal(await t.db.count({ model, where: filter }), 30, "count")
      t.equal(await t.db.updateMany({ model, where: filter, update: { amount: 1 } }), 30, "updateMany")
      t.equal(await t.db.deleteMany({ model, where: filter }), 30, "deleteMany")
    },
  },
])
