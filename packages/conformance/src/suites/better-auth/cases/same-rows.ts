import type { Where } from "better-auth"
import type { BetterAuthContext, NewCase, Row } from "../case.ts"
import { byId, newRecord, readRow, toSortedIds, where } from "../rows.ts"
import { rowModel as model } from "../suite-options.ts"

// The other cases about conditions read rows. Here every method must select the rows that findMany selects.

const conditions: readonly (readonly [name: string, filter: readonly Where[]])[] = [
  ["eq", [where("note", "b")]],
  ["ne", [where("note", "b", { operator: "ne" })]],
  ["eq null", [where("note", null)]],
  ["ne null", [where("note", null, { operator: "ne" })]],
  ["in", [where("note", ["a", "b"], { operator: "in" })]],
  ["not_in", [where("note", ["a", "b"], { operator: "not_in" })]],
  ["lt", [where("amount", 2, { operator: "lt" })]],
  ["gte", [where("amount", 2, { operator: "gte" })]],
  ["contains", [where("note", "b", { operator: "contains" })]],
  ["starts_with", [where("note", "b", { operator: "starts_with" })]],
  ["a date", [where("moment", new Date("2031-01-02T00:00:00.000Z"), { operator: "lt" })]],
  ["a boolean", [where("flag", true)]],
  ["insensitive", [where("note", "B", { mode: "insensitive" })]],
  ["OR", [where("note", "a", { connector: "OR" }), where("amount", 4, { connector: "OR" })]],
]

async function newRows(t: BetterAuthContext): Promise<{ rows: Row[]; team: Where }> {
  const team = t.unique()
  const moment = (day: number) => new Date(Date.UTC(2031, 0, day))
  const fields = [
    { note: "a", amount: 1, flag: true, moment: moment(1) },
    { note: "b", amount: 2, flag: false, moment: moment(2) },
    { note: "bc", amount: 3, flag: true, moment: moment(3) },
    { note: null, amount: 4, flag: null, moment: null },
    { note: "B", amount: null, flag: false, moment: moment(1) },
  ]
  return {
    rows: await Promise.all(fields.map((rowFields) => newRecord(t, { team, ...rowFields }))),
    team: where("team", team),
  }
}

type Method = {
  readonly name: string
  readonly harm: string
  /** Returns the ids of the rows that the method selects. */
  selectIds(t: BetterAuthContext, filter: Where[], rows: readonly Row[]): Promise<string[]>
}

/** The rows that the condition of a write selected, known from what is left or changed. */
const changedBy = async (
  t: BetterAuthContext,
  rows: readonly Row[],
  isChanged: (row: Row | null) => boolean,
) => {
  const now = await Promise.all(rows.map((row) => readRow(t, model, row)))
  return rows.flatMap(({ id }, index) => (isChanged(now[index] ?? null) ? [id] : []))
}
const mark = { payload: { marked: true } }
const isMarked = (row: Row | null) => JSON.stringify(row?.["payload"]) === JSON.stringify(mark.payload)

const methods: readonly Method[] = [
  {
    name: "updateMany",
    harm: "An update reaches the rows of other people, or misses some.",
    async selectIds(t, filter, rows) {
      await t.db.updateMany({ model, where: filter, update: mark })
      return changedBy(t, rows, isMarked)
    },
  },
  {
    name: "deleteMany",
    harm: "A deletion reaches the rows of other people, or misses some.",
    async selectIds(t, filter, rows) {
      await t.db.deleteMany({ model, where: filter })
      return changedBy(t, rows, (row) => row === null)
    },
  },
  {
    name: "delete",
    harm: "A deletion reaches the row of another person, or misses its own.",
    // Whether it deletes one or all of several rows is not defined, so each row is selected by its id too.
    async selectIds(t, filter, rows) {
      for (const row of rows) await t.db.delete({ model, where: [...byId(row), ...filter] })
      return changedBy(t, rows, (row) => row === null)
    },
  },
  {
    name: "update",
    harm: "An update reaches the row of another person, or misses its own.",
    async selectIds(t, filter, rows) {
      for (const row of rows) await t.db.update({ model, where: [...byId(row), ...filter], update: mark })
      return changedBy(t, rows, isMarked)
    },
  },
  {
    name: "consumeOne",
    harm: "A link of another person is spent, or a valid one is refused.",
    async selectIds(t, filter, rows) {
      const taken: string[] = []
      for (const _ of rows)
        taken.push(...((await t.db.consumeOne({ model, where: filter }))?.id.split(" ") ?? []))
      const gone = await changedBy(t, rows, (row) => row === null)
      t.equal(taken.sort(), [...gone].sort(), "the ids of the rows taken, and of those that are gone")
      return taken
    },
  },
  {
    name: "incrementOne",
    harm: "A counter of another person changes, or a limit does not apply.",
    async selectIds(t, filter, rows) {
      for (const row of rows)
        await t.db.incrementOne({ model, where: [...byId(row), ...filter], increment: {}, set: mark })
      return changedBy(t, rows, isMarked)
    },
  },
  {
    name: "findOne",
    harm: "A lookup returns the row of another person, or misses its own.",
    async selectIds(t, filter, rows) {
      const results = await Promise.all(
        rows.map((row) => t.db.findOne({ model, where: [...byId(row), ...filter] })),
      )
      return results.flatMap((row) => row?.id ?? [])
    },
  },
]

export const sameRows: readonly NewCase[] = methods.map(({ name, harm, selectIds }) => ({
  id: `where/same-rows-in-${name}`,
  clause: "BA-where",
  title: `${name} selects the rows that findMany selects, for every operator`,
  harm,
  async run(t) {
    for (const [condition, filter] of conditions) {
      const { rows, team } = await newRows(t)
      const expected = toSortedIds(await t.db.findMany({ model, where: [team, ...filter] }))
      const ids = await selectIds(t, [team, ...filter], rows)
      const notes = (list: readonly string[]) =>
        rows.filter(({ id }) => list.includes(id)).map((row) => row["note"])
      t.check(
        [...ids].sort().join() === expected.join(),
        `${name} with ${condition}: the rows with the notes ${JSON.stringify(notes(expected))}`,
        notes(ids),
      )
    }
  },
}))
