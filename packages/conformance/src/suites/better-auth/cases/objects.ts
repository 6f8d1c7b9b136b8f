import { member } from "../../../engine/case-tools/same-value.ts"
import { listCases, type Row } from "../case.ts"
import { byField, byId, newRecord, newSession, newUser, readRow, where } from "../rows.ts"
import { rowModel as model, rowFields, suiteOptions } from "../suite-options.ts"

const about = { clause: "BA-objects" } as const

/** Changes everything that can be changed in a row. */
function spoil(row: Row | null | undefined): void {
  if (!row) return
  for (const value of Object.values(row)) {
    if (value instanceof Date) value.setTime(0)
    if (Array.isArray(value)) value.push("spoiled")
    else if (typeof value === "object" && value !== null && !(value instanceof Date))
      Object.assign(value, { spoiled: true })
  }
  Object.assign(row, { note: "spoiled", amount: 666 })
}

const createFields = () => ({
  note: "kept",
  amount: 7,
  moment: new Date("2031-04-05T06:07:08.009Z"),
  payload: { a: { b: 1 } },
  tags: ["x", "y"],
})

const names = ["id", ...Object.keys(rowFields)]

export const objects = listCases(about, [
  {
    id: "objects/results-are-copies",
    title: "A change of a returned row does not change the stored one",
    harm: "A plugin that edits a row for its answer changes it for everybody.",
    async run(t) {
      const created = await newRecord(t, createFields())
      const filter = byId(created)
      const reads = [
        async () => created,
        () => t.db.findOne({ model, where: filter }),
        async () => (await t.db.findMany({ model, where: filter }))[0],
        () => t.db.update({ model, where: filter, update: { large: 5 } }),
        () => t.db.incrementOne({ model, where: filter, increment: { large: 1 } }),
      ]
      for (const read of reads) {
        spoil(await read())
        t.row(await readRow(t, model, created), createFields(), "the row after a result was changed")
      }
    },
  },
  {
    id: "objects/results-are-separate",
    title: "Two results of one row share no objects",
    harm: "Two requests see each other's changes.",
    async run(t) {
      const filter = byId(await newRecord(t, createFields()))
      const [result, otherResult] = await Promise.all([
        t.db.findOne({ model, where: filter }),
        t.db.findOne({ model, where: filter }),
      ])
      spoil(result)
      t.row(otherResult, createFields(), "a second result")
      const [first] = await t.db.findMany({ model, where: filter })
      spoil(first)
      t.row((await t.db.findMany({ model, where: filter }))[0], createFields(), "a later findMany")
    },
  },
  {
    id: "objects/arguments-are-copied",
    title: "A change of an argument after the call does not change the stored row",
    harm: "A value that a request reuses appears in a row.",
    async run(t) {
      const data = { ...t.record(createFields()) } as unknown as Row
      const row = await t.db.create({ model, data })
      spoil(data)
      t.row(await readRow(t, model, row), createFields(), "the row after the argument of create was changed")
      const update = createFields()
      await t.db.update({ model, where: byId(row), update })
      spoil(update as unknown as Row)
      t.row(await readRow(t, model, row), createFields(), "the row after the argument of update was changed")
    },
  },
  {
    id: "objects/arguments-are-not-changed",
    title: "Arguments are not changed by a call",
    harm: "A caller that uses its object again sends other values.",
    async run(t) {
      const data = t.record(createFields())
      const filter = [...byField(data, "slug"), where("note", ["kept"], { operator: "in" })]
      const update = { note: "kept", moment: new Date(5), payload: { b: [1] } }
      const before = structuredClone({ data, own: filter, update })
      await t.db.create({ model, data })
      await t.db.findOne({ model, where: filter })
      await t.db.findMany({ model, where: filter, sortBy: { field: "amount", direction: "asc" } })
      await t.db.update({ model, where: filter, update })
      await t.db.updateMany({ model, where: filter, update })
      await t.db.incrementOne({ model, where: filter, increment: { amount: 1 }, set: update })
      await t.db.count({ model, where: filter })
      await t.db.consumeOne({ model, where: filter })
      await t.db.deleteMany({ model, where: filter })
      t.equal({ data, own: filter, update }, before, "the arguments after the calls")
    },
  },
  {
    id: "objects/own-fields",
    title: "Rows have the fields of their model, and no others",
    harm: "An answer contains internal values of the database, or values of another row.",
    async run(t) {
      const row = await newRecord(t, createFields())
      const filter = byId(row)
      const results = [
        row,
        await t.db.findOne({ model, where: filter }),
        ...(await t.db.findMany({ model, where: filter })),
      ]
      for (const result of results) {
        const others = Object.keys(result ?? {}).filter((name) => !names.includes(name))
        t.equal(others, [], "fields that the model does not have")
      }
    },
  },
  {
    id: "objects/joined-results-are-copies",
    title: "A change of a joined row does not change the stored one",
    harm: "A plugin that edits a session's user changes it for everybody.",
    async run(t) {
      const session = await newSession(t)
      const db = await t.open({ advanced: { database: { joins: true } } })
      const read = () => db.findOne({ model: "session", where: byId(session), join: { user: true } })
      const user = member(await read(), "user") as Record<string, unknown> | null
      const email = user?.["email"]
      Object.assign(user ?? {}, { email: "spoiled@example.com" })
      t.row(member(await read(), "user"), { email }, "the joined user afterwards")
    },
  },
  {
    id: "objects/methods",
    title: "The adapter has an id and every method of Better Auth's adapters",
    harm: "Better Auth or a plugin fails at run time.",
    async run(t) {
      const { raw } = t
      t.check(typeof raw.id === "string" && raw.id !== "", "an id", raw.id)
      const reads = ["findOne", "findMany", "count"]
      const writes = ["create", "update", "updateMany", "delete", "deleteMany", "transaction"]
      // 1.6 and 1.7 add these with their factory.
      for (const name of [...reads, ...writes, "consumeOne", "incrementOne"])
        t.check(typeof member(raw, name) === "function", `a method ${name}`, member(raw, name))
    },
  },
  {
    id: "objects/detached-methods",
    level: "should",
    title: "The methods work without the adapter as this",
    harm: "A plugin that wraps the adapter or copies its methods fails.",
    async run(t) {
      const { create, findOne, count, update } = { ...t.raw }
      const user = await t.watch("create", () =>
        create<Record<string, unknown>, Row>({ model: "user", data: t.user() }),
      )
      const filter = byId(user)
      const stored = await t.watch("findOne", () => findOne({ model: "user", where: filter }))
      t.row(stored, { id: user.id }, "findOne")
      const change = () => update({ model: "user", where: filter, update: { name: "B" } })
      t.row(await t.watch("update", change), { name: "B" }, "update")
      t.equal(await t.watch("count", () => count({ model: "user", where: filter })), 1, "count")
    },
  },
  {
    id: "objects/several-adapters",
    title: "Two adapters with different options work side by side",
    harm: "A process with two configurations uses the options of the last one for both.",
    async run(t) {
      const db = t.db
      const small = await t.open({
        advanced: { database: { ...suiteOptions.advanced?.database, defaultFindManyLimit: 2 } },
      })
      const team = t.unique()
      for (const _ of [1, 2, 3]) await newRecord(t, { team })
      const byTeam = [where("team", team)]
      t.equal(
        (await small.findMany({ model, where: byTeam })).length,
        2,
        "rows of an adapter with a limit of 2",
      )
      t.equal((await db.findMany({ model, where: byTeam })).length, 3, "rows of an adapter without")
      const user = await newUser(t)
      const storedRow = await small.findOne({ model: "user", where: byId(user) })
      t.row(storedRow, { id: user.id }, "findOne of the other adapter")
    },
  },
])
