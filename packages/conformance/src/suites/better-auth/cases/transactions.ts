import { times } from "../../../engine/case-tools/race-helpers.ts"
import { add, type DatabaseCall, makeCall } from "../calls.ts"
import { type BetterAuthContext, listCases, type NewCase, type Row, type TestedDatabase } from "../case.ts"
import { byField, byId, expectRows, findRow, newRecord, newUser, newValue, readRow, where } from "../rows.ts"
import { rowModel } from "../suite-options.ts"

const about = {
  clause: "BA-transactions",
  fix: "Run the callback in a transaction of the database, on one connection that no other call uses meanwhile.",
} as const
const harm = "A sign-up that fails half-way leaves a user who can never sign up again."

/** Runs a transaction that fails after its work, and checks that it passes the failure on. */
export async function undone(
  t: BetterAuthContext,
  work: (inside: TestedDatabase) => Promise<unknown>,
): Promise<void> {
  const reason = new Error("the work of the transaction failed")
  const runTransaction = () =>
    t.db.transaction(async (inside) => {
      await work(inside)
      throw reason
    })
  const error = await t.throws(runTransaction, "a transaction whose work throws")
  t.check(error === reason || (error as Error)?.cause === reason, "the error of its work", error)
}

const model = rowModel

/** The changes that a failed transaction undoes, by the names of their cases. */
const changes: Readonly<Record<string, (row: Row) => DatabaseCall>> = {
  update: (row) => ({ operation: "update", options: { model, where: byId(row), update: { note: "new" } } }),
  "update-many": (row) => ({
    operation: "updateMany",
    options: { model, where: byId(row), update: { note: "new", amount: 9 } },
  }),
  delete: (row) => ({ operation: "delete", options: { model, where: byId(row) } }),
  "delete-many": (row) => ({ operation: "deleteMany", options: { model, where: byId(row) } }),
  consume: (row) => ({ operation: "consumeOne", options: { model, where: byId(row) } }),
  increment: (row) => add(byId(row), { amount: 5 }),
}

const undoes = ([name, change]: [string, (row: Row) => DatabaseCall]): NewCase => ({
  ...about,
  id: `transactions/undo-${name}`,
  title: `A failed transaction undoes ${change({ id: "" }).operation}`,
  harm,
  async run(t) {
    const fields = { note: "old", amount: 1 }
    const row = await newRecord(t, fields)
    await undone(t, (inside) => makeCall(inside, change(row)))
    t.row(await readRow(t, model, row), { ...fields, id: row.id }, "the row afterwards")
  },
})

export const transactions = listCases(about, [
  {
    id: "transactions/committed-rows-are-found",
    title: "A transaction returns the result of its work, and its rows are found afterwards",
    harm: "A person signs up and is unknown a moment later.",
    async run(t) {
      const made = await t.db.transaction(async (inside) => {
        const user = await inside.create({ model: "user", data: t.user() })
        return { user, session: await inside.create({ model: "session", data: t.session(user.id) }) }
      })
      t.row(await readRow(t, "user", made.user), { email: made.user["email"] }, "the user")
      t.row(await readRow(t, "session", made.session), { userId: made.user.id }, "the session")
    },
  },
  {
    id: "transactions/undo-create",
    title: "A failed transaction undoes create",
    harm,
    async run(t) {
      const user = t.user()
      const byEmail = byField(user, "email")
      await undone(t, async (inside) => {
        const { id } = await inside.create({ model: "user", data: { ...user } })
        await inside.create({ model: "account", data: t.account(id) })
        // What was read inside must not be remembered either.
        await inside.findOne({ model: "user", where: byEmail })
      })
      t.isNull(await t.db.findOne({ model: "user", where: byEmail }), "the user afterwards")
      await t.db.create({ model: "user", data: { ...user } })
    },
  },
  ...Object.entries(changes).map(undoes),
  {
    id: "transactions/undo-everything",
    title: "A failed transaction undoes all of its writes, of several models",
    harm,
    async run(t) {
      const [kept, value] = [await newUser(t), await newValue(t)]
      const email = t.email()
      await undone(t, async (inside) => {
        const { id } = await inside.create({ model: "user", data: t.user({ email }) })
        await inside.create({ model: "session", data: t.session(id) })
        await inside.update({ model: "user", where: byId(kept), update: { name: "changed" } })
        await inside.consumeOne({ model: "verification", where: byId(value) })
      })
      t.isNull(await findRow(t, "user", { email }), "the new user")
      t.row(await readRow(t, "user", kept), { name: kept["name"] }, "the updated user")
      t.row(await readRow(t, "verification", value), { value: value["value"] }, "the consumed value")
    },
  },
  {
    id: "transactions/undo-after-a-refused-write",
    title: "A transaction that fails because of a refused write leaves nothing",
    harm,
    async run(t) {
      const taken = await newUser(t)
      const email = t.email()
      const runTransaction = () =>
        t.db.transaction(async (inside) => {
          await inside.create({ model: "user", data: t.user({ email }) })
          return inside.create({ model: "user", data: t.user({ email: taken["email"] }) })
        })
      await t.throws(runTransaction, "a transaction with a taken address")
      t.isNull(await findRow(t, "user", { email }), "its first user")
    },
  },
  {
    id: "transactions/all-or-nothing-after-a-caught-error",
    title: "A transaction that catches an error of a write is committed as a whole, or fails as a whole",
    harm,
    async run(t) {
      const taken = await newUser(t)
      const [before, after] = [t.email(), t.email()]
      const outcome = await t.attempt(() =>
        t.db.transaction(async (inside) => {
          await inside.create({ model: "user", data: t.user({ email: before }) })
          await inside.create({ model: "user", data: t.user({ email: taken["email"] }) }).catch(() => {})
          await inside.create({ model: "user", data: t.user({ email: after }) })
        }),
      )
      const either = [where("email", [before, after], { operator: "in" })]
      const users = await t.db.findMany({ model: "user", where: either })
      const emails = users.map(({ email }) => String(email)).sort()
      const [ending, expected] =
        outcome.status === "fulfilled" ? ["succeeded", [before, after].sort()] : ["failed", []]
      t.equal(emails, expected, `the rows of the transaction, which ${ending}`)
    },
  },
  {
    id: "transactions/own-writes-are-seen",
    title: "A transaction sees its own writes",
    harm: "A sign-up does not find the user that it has just created.",
    async run(t) {
      const team = t.unique()
      await t.db.transaction(async (inside) => {
        const row = await inside.create({ model, data: t.record({ team, amount: 1 }) })
        t.row(await readRow(t, model, row, inside), { id: row.id }, "findOne inside")
        const byTeam = [where("team", team)]
        expectRows(t, await inside.findMany({ model, where: byTeam }), [row], "findMany inside")
        t.equal(await inside.count({ model, where: byTeam }), 1, "count inside")
        await inside.update({ model, where: byId(row), update: { amount: 2 } })
        t.row(await readRow(t, model, row, inside), { amount: 2 }, "findOne after an update inside")
        await inside.delete({ model, where: byId(row) })
        t.isNull(await readRow(t, model, row, inside), "findOne after a deletion inside")
      })
    },
  },
  {
    id: "transactions/work-runs-once",
    title: "The work of a transaction runs once, even if it or one of its writes fails",
    harm: "A hook sends its mail or calls a provider twice, and a code that it has spent is refused.",
    fix: "Start the work again only if the database reports a conflict of transactions.",
    async run(t) {
      const { email } = await newUser(t)
      const works: Readonly<Record<string, (inside: TestedDatabase) => Promise<unknown>>> = {
        succeeds: (inside) => inside.create({ model: "user", data: t.user() }),
        throws: () => Promise.reject(new Error("the work of the transaction failed")),
        "writes a taken address": (inside) => inside.create({ model: "user", data: t.user({ email }) }),
      }
      for (const [name, work] of Object.entries(works)) {
        let runs = 0
        const runWork = (inside: TestedDatabase) => {
          runs++
          return work(inside)
        }
        await t.attempt(() => t.db.transaction(runWork))
        t.equal(runs, 1, `runs of work that ${name}`)
      }
    },
  },
  {
    id: "transactions/work-after-a-failure",
    title: "The adapter works after a transaction has failed",
    harm: "One failed sign-up stops the service: its connection stays in a transaction that was aborted.",
    async run(t) {
      for (const _ of times(3, () => 0))
        await undone(t, (inside) => inside.create({ model: "user", data: t.user() }))
      const row = await newUser(t)
      t.row(await readRow(t, "user", row), { email: row["email"] }, "a user who signs up afterwards")
      const committed = await t.db.transaction((inside) => inside.create({ model: "user", data: t.user() }))
      const storedRow = await readRow(t, "user", committed)
      t.row(storedRow, { email: committed["email"] }, "a user of the next transaction")
    },
  },
])
