import { times } from "../../../engine/case-tools/race-helpers.ts"
import { type BetterAuthContext, listCases, listTable } from "../case.ts"
import { byId, countRows, newRecord, newValue, where } from "../rows.ts"
import { rowModel } from "../suite-options.ts"
import { checkRace, inThisProcess } from "./check-race.ts"

const about = {
  clause: "BA-counts",
  fix: "Return the number of rows that the database reports, as a number.",
} as const
const model = "verification"

/** The condition of this many values of one identifier. */
const createValues = async (t: BetterAuthContext, count: number) => {
  const identifier = t.unique()
  await Promise.all(times(count, () => newValue(t, { identifier })))
  return [where("identifier", identifier)]
}

/** Counts as many rows as there are, whatever their number. */
type Count = {
  check(t: BetterAuthContext, filter: ReturnType<typeof byId>, size: number): Promise<void>
}

const checkSizes = async (t: BetterAuthContext, { check }: Count): Promise<void> => {
  for (const size of [0, 1, 3, 120]) await check(t, await createValues(t, size), size)
}

export const counts = listTable(about, checkSizes, [
  {
    id: "counts/deleted-rows",
    title: "deleteMany returns how many rows it deleted",
    harm: "The fallback of consumeOne gives a link that another caller has used, or never redeems one.",
    async check(t, filter, size) {
      t.equal(await t.db.deleteMany({ model, where: filter }), size, `deleteMany of ${size} rows`)
      t.equal(await t.db.deleteMany({ model, where: filter }), 0, "deleteMany of the same rows again")
      t.equal(await t.db.findMany({ model, where: filter }), [], "the rows afterwards")
    },
  },
  {
    id: "counts/updated-rows",
    title: "updateMany returns how many rows it updated",
    harm: "The fallback of incrementOne loses an increment, or counts one twice.",
    async check(t, filter, size) {
      const expiresAt = t.inDays(9)
      const updated = await t.db.updateMany({ model, where: filter, update: { expiresAt } })
      t.equal(updated, size, `updateMany of ${size} rows`)
      const changed = [...filter, where("expiresAt", expiresAt)]
      t.equal(await t.db.count({ model, where: changed }), size, "rows with the new value")
    },
  },
  {
    id: "counts/unchanged-rows",
    title: "updateMany counts a row that already has the new value",
    harm: "A caller believes that the row is gone and refuses a valid session or code.",
    fix: "Count the rows that match, not those that change: on MySQL, connect with FOUND_ROWS.",
    async run(t) {
      const row = await newValue(t, { value: "same" })
      const update = { value: "same", updatedAt: row["updatedAt"] }
      const others = await createValues(t, 3)
      for (const round of [1, 2]) {
        const updated = await t.db.updateMany({ model, where: byId(row), update })
        t.equal(updated, 1, `updateMany, call ${round}`)
        t.equal(await t.db.updateMany({ model, where: others, update }), 3, `of three rows, call ${round}`)
      }
    },
  },
  {
    id: "counts/counted-rows",
    title: "count returns the number of matching rows, as a number",
    harm: "A limit of members, keys or sessions never applies, or always.",
    check: async (t, filter, size) =>
      t.equal(await t.db.count({ model, where: filter }), size, `count of ${size} rows`),
  },
  {
    id: "counts/fields-that-are-null",
    title: "count counts rows whose field is null",
    harm: "A list shows fewer rows than there are.",
    async run(t) {
      const team = t.unique()
      await Promise.all([newRecord(t, { team, note: null }), newRecord(t, { team, note: "one" })])
      t.equal(await countRows(t, rowModel, { team }), 2, "count of both rows")
      const without = [where("team", team), where("note", null)]
      t.equal(await t.db.count({ model: rowModel, where: without }), 1, "count of the row without a note")
    },
  },
])

export const countRaces = [
  ...listCases(about, [
    {
      id: "counts/many-rows",
      title: "updateMany, count, findMany with a limit and deleteMany reach more than a thousand rows",
      harm: "Expired sessions pile up, or a user who ends all sessions keeps some of them.",
      fix: "Write with one statement. If the store limits its answers or batches, go on until no row is left.",
      async run(t) {
        const [total, atOnce, identifier] = [1_050, 50, t.unique()]
        for (let made = 0; made < total; made += atOnce)
          await Promise.all(times(atOnce, () => newValue(t, { identifier })))
        const byIdentifier = [where("identifier", identifier)]
        const update = { value: "changed" }
        t.equal(await t.db.updateMany({ model, where: byIdentifier, update }), total, "rows of updateMany")
        const changed = [...byIdentifier, where("value", "changed")]
        t.equal(await t.db.count({ model, where: changed }), total, "rows with the new value")
        const listed = await t.db.findMany({ model, where: byIdentifier, select: ["id"], limit: total + 1 })
        t.equal(listed.length, total, "rows of findMany")
        t.equal(await t.db.deleteMany({ model, where: byIdentifier }), total, "rows of deleteMany")
        t.equal(await t.db.count({ model, where: byIdentifier }), 0, "rows left")
      },
    },
    {
      id: "counts/all-rows",
      title: "count without a condition counts all rows",
      harm: "An administrator sees a wrong number of users.",
      async run(t) {
        const before = await t.db.count({ model })
        const byIdentifier = await createValues(t, 3)
        t.equal(await t.db.count({ model }), before + 3, "count after three more rows")
        t.equal(await countRows(t, model, {}), before + 3, "count with no conditions")
        await t.db.deleteMany({ model, where: byIdentifier })
        t.equal(await t.db.count({ model }), before, "count after their deletion")
      },
    },
  ]),
  ...listTable(about, checkRace(inThisProcess), [
    {
      id: "counts/one-update-wins",
      title: "If many callers update a row with updateMany under a condition at once, one of them counts it",
      harm: "The fallback of incrementOne loses increments.",
      fix: "Check the condition and update in one statement.",
      rounds: 4,
      callers: 8,
      model,
      fields: { value: "free" },
      call: (row, caller) => ({
        operation: "updateMany",
        options: { model, where: [...byId(row), where("value", "free")], update: { value: `${caller}` } },
      }),
      wins: [1, 1],
    },
  ]),
]
