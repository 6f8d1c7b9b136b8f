import { times } from "../../../engine/case-tools/race-helpers.ts"
import { type BetterAuthContext, listCases } from "../case.ts"
import { byId, expectAnyRow, expectRows, newRecord, newSession, toSortedIds, where } from "../rows.ts"
import { rowModel as model } from "../suite-options.ts"

const about = {
  clause: "BA-lists",
  harm: "A page of a list shows wrong rows, or some twice.",
} as const

/** Rows of one team with these fields. */
const rowsWith = async (t: BetterAuthContext, fields: readonly Record<string, unknown>[]) => {
  const team = t.unique()
  const rows = await Promise.all(fields.map((rowFields) => newRecord(t, { team, ...rowFields })))
  return { rows, byTeam: [where("team", team)] }
}

/** As many rows of one team, whose amounts are the numbers from 0. */
const newRows = (t: BetterAuthContext, count: number) => {
  const fields = times(count, (amount) => ({ amount }))
  return rowsWith(t, fields)
}

const amounts = (rows: readonly Record<string, unknown>[]) => rows.map((row) => row["amount"])

export const lists = listCases(about, [
  {
    id: "lists/limit",
    title: "findMany returns at most as many rows as its limit, and all of fewer rows",
    async run(t) {
      const { rows, byTeam } = await newRows(t, 5)
      for (const limit of [1, 3, 5, 50]) {
        const results = await t.db.findMany({ model, where: byTeam, limit })
        t.equal(results.length, Math.min(limit, 5), `rows with limit ${limit}`)
        t.equal(new Set(toSortedIds(results)).size, results.length, "different rows")
      }
      expectRows(t, await t.db.findMany({ model, where: byTeam }), rows, "the rows without a limit")
    },
  },
  {
    id: "lists/no-rows",
    title: "findMany returns an empty list if no row matches, findOne null, count 0",
    harm: "A caller that expects a list fails.",
    async run(t) {
      const byTeam = [where("team", t.unique())]
      t.equal(await t.db.findMany({ model, where: byTeam }), [], "findMany")
      t.isNull(await t.db.findOne({ model, where: byTeam }), "findOne")
      t.equal(await t.db.count({ model, where: byTeam }), 0, "count")
    },
  },
  {
    id: "lists/sorted",
    title: "findMany sorts by numbers, dates and text, in both directions",
    async run(t) {
      const order = [3, 1, 10, 2, 5]
      const fields = order.map((amount) => ({
        amount,
        moment: new Date(Date.UTC(2030, 0, amount, 0, 0, 0, amount)),
        note: `text ${String(amount).padStart(3, "0")}`,
        large: amount * 10 ** 10,
      }))
      const { byTeam } = await rowsWith(t, fields)
      const up = [1, 2, 3, 5, 10]
      for (const field of ["amount", "moment", "note", "large"])
        for (const direction of ["asc", "desc"] as const) {
          const results = await t.db.findMany({ model, where: byTeam, sortBy: { field, direction } })
          const expected = direction === "asc" ? up : up.toReversed()
          t.equal(amounts(results), expected, `the order by ${field}, ${direction}`)
        }
      const sortBy = { field: "moment", direction: "desc" } as const
      const selected = await t.db.findMany({ model, where: byTeam, sortBy, select: ["amount"] })
      t.equal(amounts(selected), up.toReversed(), "the order by a field that is not selected")
    },
  },
  {
    id: "lists/pages",
    title: "Pages of a sorted list contain every row once, in order",
    async run(t) {
      const { byTeam } = await newRows(t, 11)
      for (const direction of ["asc", "desc"] as const) {
        const pages: unknown[] = []
        for (const offset of [0, 4, 8, 12]) {
          const sortBy = { field: "amount", direction }
          pages.push(...amounts(await t.db.findMany({ model, where: byTeam, sortBy, limit: 4, offset })))
        }
        const all = times(11, (index) => index)
        t.equal(pages, direction === "asc" ? all : all.toReversed(), `the amounts of all pages, ${direction}`)
      }
    },
  },
  {
    id: "lists/offset",
    title: "An offset of zero skips nothing, and one beyond the end leaves nothing",
    async run(t) {
      const { byTeam } = await newRows(t, 4)
      const sortBy = { field: "amount", direction: "asc" } as const
      const page = async (offset: number, limit = 10) =>
        amounts(await t.db.findMany({ model, where: byTeam, sortBy, limit, offset }))
      t.equal(await page(0), [0, 1, 2, 3], "offset 0")
      t.equal(await page(3), [3], "offset 3")
      t.equal(await page(4), [], "offset 4")
      t.equal(await page(1, 1), [1], "offset 1 with limit 1")
      const rest = await t.db.findMany({ model, where: byTeam, sortBy, offset: 2 })
      t.equal(amounts(rest), [2, 3], "offset 2 without a limit")
    },
  },
  {
    id: "lists/most-rows",
    title: "findMany returns 100 rows without a limit, and more with one",
    harm: "A user with many sessions cannot end all of them, or a list of all users fills the memory.",
    async run(t) {
      const { rows, byTeam } = await newRows(t, 130)
      t.equal((await t.db.findMany({ model, where: byTeam })).length, 100, "rows without a limit")
      const listed = await t.db.findMany({ model, where: byTeam, limit: 500 })
      expectRows(t, listed, rows, "the rows with limit 500")
    },
  },
  {
    id: "lists/selected-fields",
    title: "findOne and findMany with select return the values of these fields, and of no other",
    harm: "A page gets the password hash of a user, or misses a field.",
    async run(t) {
      const row = await newSession(t)
      const select = ["token", "expiresAt"]
      const expected = { token: row["token"], expiresAt: row["expiresAt"] }
      const result = await t.db.findOne({ model: "session", where: byId(row), select: [...select] })
      t.equal(result, expected, "findOne with select")
      const [firstResult] = await t.db.findMany({ model: "session", where: byId(row), select: [...select] })
      t.row(firstResult, expected, "findMany with select")
      for (const name of ["ipAddress", "userAgent", "userId"])
        t.isNothing(firstResult?.[name], `${name}, which was not selected`)
      const falsy = { amount: 0, flag: false, note: "" }
      const record = await newRecord(t, falsy)
      const names = Object.keys(falsy)
      t.equal(await t.db.findOne({ model, where: byId(record), select: names }), falsy, "values such as 0")
    },
  },
  {
    id: "lists/first-match",
    title: "findOne returns one of the matching rows, as findMany does",
    async run(t) {
      const { rows, byTeam } = await newRows(t, 3)
      const result = await t.db.findOne({ model, where: byTeam })
      expectAnyRow(t, rows, result, "findOne")
    },
  },
])
