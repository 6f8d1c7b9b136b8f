import { countFulfilled, times } from "../../../engine/case-tools/race-helpers.ts"
import { add } from "../calls.ts"
import { type BetterAuthContext, listTable } from "../case.ts"
import { byId, countRows, expectRows, type Fields, findRows, newRecord, newUser, readRow } from "../rows.ts"
import { rowModel as model } from "../suite-options.ts"
import { checkRace, inTransactions } from "./check-race.ts"
import { undone } from "./transactions.ts"

const about = {
  clause: "BA-transactions",
  fix: "Give each transaction a connection of its own, or let other calls wait until it ends.",
} as const

/** A promise that the case resolves. */
function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** Makes calls outside while a transaction is open that has created a row and then fails. */
async function callBeside<T>(
  t: BetterAuthContext,
  record: Fields,
  callOutside: () => Promise<T>,
): Promise<T> {
  const [written, called] = [createGate(), createGate()]
  const failing = undone(t, async (inside) => {
    await inside.create({ model, data: { ...record } })
    written.open()
    await called.opened
  })
  await written.opened
  // The calls may wait for the transaction: then they see what the transaction leaves.
  const result = callOutside()
  await Promise.race([result.catch(() => {}), t.wait(60)])
  called.open()
  await failing
  return result
}

/** Whether a call made inside a transaction returns. If it waits for the transaction, the transaction gives up first. */
const returnsSoon = (t: BetterAuthContext, call: Promise<unknown>, ms = 1_500): Promise<boolean> => {
  call.catch(() => {})
  return Promise.race([call.then(() => true), t.wait(ms).then(() => false)])
}

export const concurrentTransactions = listTable(about, checkRace(inTransactions), [
  {
    id: "transactions/do-not-mix",
    title: "Of transactions that run at once, those that fail are undone and the others are kept",
    harm: "A failed sign-up undoes that of another person, or commits its own rows with theirs.",
    run: (t) =>
      t.rounds(2, async () => {
        const team = t.unique()
        const createTransaction = (index: number) => () =>
          t.db.transaction(async (inside) => {
            const first = await inside.create({ model, data: t.record({ team, amount: index }) })
            await t.delay(index)
            await inside.create({ model, data: t.record({ team, amount: index }) })
            await inside.update({ model, where: byId(first), update: { note: "seen" } })
            if (index % 2 === 1) throw new Error("this transaction fails")
          })
        const outcomes = await t.race(times(6, createTransaction))
        t.equal(countFulfilled(outcomes), 3, "transactions that succeeded")
        const amounts = (await findRows(t, model, { team })).map(({ amount }) => Number(amount))
        t.equal(amounts.sort(), [0, 0, 2, 2, 4, 4], "the transactions whose rows are left")
      }),
  },
  {
    id: "transactions/uncommitted-rows-are-not-seen",
    title: "A row of a transaction that fails is never seen from outside",
    harm: "A person is signed in with a session that does not exist.",
    run: (t) =>
      t.rounds(2, async () => {
        const record = t.record()
        const slug = String(record["slug"])
        const callOutside = () => Promise.all([findRows(t, model, { slug }), countRows(t, model, { slug })])
        const [rows, count] = await callBeside(t, record, callOutside)
        t.equal(rows, [], "findMany outside")
        t.equal(count, 0, "count outside")
      }),
  },
  {
    id: "transactions/calls-outside-are-kept",
    title: "A call outside a transaction is kept although the transaction fails",
    harm: "The failed sign-up of one person undoes the sign-in of another.",
    run: (t) =>
      t.rounds(2, async () => {
        const user = await callBeside(t, t.record(), () => newUser(t))
        t.row(await readRow(t, "user", user), { email: user["email"] }, "the user that was created outside")
      }),
  },
  {
    id: "transactions/nothing-escapes",
    title: "If one of several writes at once in a transaction is refused, none of them is left",
    harm: "A sign-up that fails leaves some of its rows.",
    run: (t) =>
      t.rounds(2, async () => {
        const [team, taken] = [t.unique(), await newRecord(t)]
        const records = times(5, (index) => t.record({ team, ...(index === 1 && { slug: taken["slug"] }) }))
        const work = () =>
          t.db.transaction((inside) => Promise.all(records.map((data) => inside.create({ model, data }))))
        await t.throws(work, "a transaction with a taken value")
        // A write that was queued may still be on its way.
        await t.wait(20)
        t.equal(await countRows(t, model, { team }), 0, "rows of the transaction")
      }),
  },
  {
    id: "transactions/calls-through-the-adapter-return",
    title: "A call of the adapter itself inside a transaction returns",
    harm: "A sign-up hook that reads through the adapter hangs for ever, and with it the service.",
    evidence: "better-auth 1.7.7 with Kysely: one sign-up on SQLite, ten on PostgreSQL with a pool of ten",
    fix: "Let calls inside a transaction join it: AsyncLocalStorage knows which one.",
    async run(t) {
      const row = await newUser(t)
      const returned = await t.db.transaction(async (inside) => {
        await inside.create({ model: "user", data: t.user() })
        return returnsSoon(t, readRow(t, "user", row))
      })
      t.check(returned, "findOne of the adapter inside a transaction: an answer within 1.5 seconds", "none")
    },
  },
  {
    id: "transactions/many-with-calls-through-the-adapter",
    title: "Many transactions at once that call the adapter itself all return",
    harm: "Some sign-ups at once with a hook hold all connections, and the service stops.",
    evidence: "better-auth 1.7.7 with Kysely: ten sign-ups on PostgreSQL with a pool of ten",
    fix: "Let calls inside a transaction join it: AsyncLocalStorage knows which one.",
    async run(t) {
      const row = await newUser(t)
      const end = performance.now() + 2_000
      const signUp = () =>
        t.db.transaction(async (inside) => {
          await inside.create({ model: "user", data: t.user() })
          await t.wait(5)
          // On one connection, the transactions run one after the other.
          return returnsSoon(t, readRow(t, "user", row), Math.max(100, end - performance.now()))
        })
      const outcomes = await t.race(times(24, () => signUp))
      const returned = outcomes.filter((outcome) => outcome.status === "fulfilled" && outcome.value).length
      t.equal(returned, 24, "transactions whose call returned")
    },
  },
  {
    id: "transactions/many-at-once",
    title: "Many transactions at once all commit",
    harm: "Sign-ups fail when several people come at the same moment.",
    async run(t) {
      const team = t.unique()
      const createTransaction = (amount: number) => () =>
        t.db.transaction(async (inside) => {
          const row = await inside.create({ model, data: t.record({ team, amount }) })
          await inside.update({ model, where: byId(row), update: { note: "done" } })
          return row
        })
      const outcomes = await t.race(times(16, createTransaction))
      t.equal(countFulfilled(outcomes), 16, "transactions that succeeded")
      const rows = await findRows(t, model, { team, note: "done" })
      const made = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []))
      expectRows(t, rows, made, "the rows")
    },
  },
  {
    id: "transactions/increments-in-many",
    title: "Increments in transactions that run at once are all kept",
    harm: "A counter loses attempts when several requests come at once.",
    rounds: 2,
    callers: 6,
    fields: { amount: 0 },
    call: (row) => add(byId(row), { amount: 1 }),
    wins: [0, 6],
    leaves: ({ length }) => ({ amount: length }),
  },
])
