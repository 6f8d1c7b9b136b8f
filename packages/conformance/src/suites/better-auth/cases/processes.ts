import { times } from "../../../engine/case-tools/race-helpers.ts"
import { member } from "../../../engine/case-tools/same-value.ts"
import type { RemoteCall, RemoteOutcome } from "../../../engine/processes/messages.ts"
import { listCases } from "../case.ts"
import { byId, newRecord, newSession, newValue, readRow, toSortedIds, where } from "../rows.ts"
import { rowModel } from "../suite-options.ts"

const about = {
  processes: true,
  fix: "Decide in one statement of the database: processes do not share their memory.",
} as const

const call = (operation: string, options: object): RemoteCall => ({ operation, args: [options] })

type Outcomes = readonly (readonly RemoteOutcome[])[]

const answers = (outcomes: Outcomes): unknown[] =>
  outcomes.flat().flatMap((outcome) => ("value" in outcome ? [outcome.value] : []))
const rows = (outcomes: Outcomes): { id: string }[] =>
  answers(outcomes).filter((value) => value !== null && value !== undefined) as { id: string }[]

const callers = 8

/** Races between processes. They find locks and caches in the memory of a process. */
export const processRaces = listCases(about, [
  {
    id: "processes/one-database",
    clause: "BA-fresh",
    title: "A row that one process writes can be read by the others",
    harm: "Users are signed in on one server and unknown on the next.",
    fix: "Make the factory of the module connect every process to the same database.",
    async run(t) {
      const session = await newSession(t)
      const reads = await t.inProcesses(() => [call("findOne", { model: "session", where: byId(session) })])
      t.equal(
        answers(reads).map((row) => member(row, "id")),
        reads.map(() => session.id),
        "the session, for each process",
      )
    },
  },
  {
    id: "processes/one-caller-consumes",
    clause: "BA-consume",
    title: "If several processes consume a row at once, one caller gets it",
    harm: "With two servers, an attacker with a leaked link signs in at the same time as its owner.",
    run: (t) =>
      t.rounds(3, async () => {
        const row = await newValue(t)
        const take = call("consumeOne", { model: "verification", where: byId(row) })
        const taken = rows(await t.inProcesses(() => times(callers, () => take)))
        t.equal(toSortedIds(taken), [row.id], "the ids of the rows that callers got, over all processes")
      }),
  },
  {
    id: "processes/each-row-consumed-once",
    clause: "BA-consume",
    title: "If several processes consume rows of one identifier at once, each row goes to one caller",
    harm: "With two servers, one link signs two people in.",
    run: (t) =>
      t.rounds(3, async () => {
        const identifier = t.email()
        const made = await Promise.all(times(6, () => newValue(t, { identifier })))
        const byIdentifier = [where("identifier", identifier)]
        const take = call("consumeOne", { model: "verification", where: byIdentifier })
        const taken = rows(await t.inProcesses(() => times(callers, () => take)))
        const left = await t.db.findMany({ model: "verification", where: byIdentifier })
        t.equal(toSortedIds([...taken, ...left]), toSortedIds(made), "the ids of the rows taken and left")
      }),
  },
  {
    id: "processes/every-increment-counts",
    clause: "BA-increment",
    title: "If several processes increment a row at once, every increment counts",
    harm: "An attacker who guesses codes on several servers is counted once.",
    run: (t) =>
      t.rounds(2, async () => {
        const row = await newRecord(t, { amount: 0 })
        const add = call("incrementOne", { model: rowModel, where: byId(row), increment: { amount: 1 } })
        const added = rows(await t.inProcesses(() => times(callers, () => add)))
        t.row(
          await readRow(t, rowModel, row),
          { amount: added.length },
          "the row after that many successful calls",
        )
      }),
  },
  {
    id: "processes/limit-holds",
    clause: "BA-increment",
    title: "A counter never passes the limit of its condition, whatever the number of processes",
    harm: "A rate limit lets more attempts pass when they reach several servers.",
    run: (t) =>
      t.rounds(2, async () => {
        const row = await newRecord(t, { amount: 0 })
        const below = [...byId(row), where("amount", 5, { operator: "lt" })]
        const add = call("incrementOne", { model: rowModel, where: below, increment: { amount: 1 } })
        const passed = rows(await t.inProcesses(() => times(callers, () => add))).length
        t.check(passed <= 5, "at most 5 calls that return a row", passed)
        t.row(await readRow(t, rowModel, row), { amount: passed }, "the row afterwards")
      }),
  },
  {
    id: "processes/one-user-per-address",
    clause: "BA-unique",
    title: "If several processes create a user with one address at once, one succeeds",
    harm: "Two users share one address, and each may be signed in as the other.",
    fix: "Put a unique index on the field. A lookup before the insert is not enough.",
    run: (t) =>
      t.rounds(2, async () => {
        const email = t.email()
        const made = rows(
          await t.inProcesses(() =>
            times(3, () => call("create", { model: "user", data: t.user({ email }) })),
          ),
        )
        t.equal(made.length, 1, "calls that succeeded, over all processes")
        t.equal(
          await t.db.count({ model: "user", where: [where("email", email)] }),
          1,
          "users with the address",
        )
      }),
  },
  {
    id: "processes/one-account",
    clause: "BA-unique",
    title: "If several processes create one OAuth account at once, one succeeds",
    harm: "Two sign-ins at once store an OAuth account twice, and every later sign-in with it fails.",
    fix: "Put a unique index on providerId and accountId.",
    run: (t) =>
      t.rounds(2, async () => {
        const [accountId, { id }] = [t.unique(), await t.db.create({ model: "user", data: t.user() })]
        const data = t.account(id, { accountId })
        const made = rows(
          await t.inProcesses(() => times(3, () => call("create", { model: "account", data }))),
        )
        t.equal(made.length, 1, "calls that succeeded, over all processes")
      }),
  },
  {
    id: "processes/sign-out-is-seen-everywhere",
    clause: "BA-fresh",
    title: "A session that one process deletes is not found by processes that read it before",
    harm: "A user who signed out stays signed in on every server that caches the session.",
    fix: "Query the database at every read.",
    async run(t) {
      const session = await newSession(t)
      const byToken = [where("token", String(session["token"]))]
      const read = call("findOne", { model: "session", where: byToken })
      t.equal(rows(await t.inProcesses(() => [read])).length > 0, true, "a session found before")
      await t.inProcesses((processIndex) =>
        processIndex === 0 ? [call("delete", { model: "session", where: byToken })] : [],
      )
      t.equal(rows(await t.inProcesses(() => [read])), [], "sessions found afterwards, over all processes")
    },
  },
  {
    id: "processes/deletions-count-once",
    clause: "BA-counts",
    title: "If several processes delete a row with deleteMany at once, one of them counts it",
    harm: "The fallback of consumeOne gives one link to several callers.",
    run: (t) =>
      t.rounds(2, async () => {
        const row = await newValue(t)
        const remove = call("deleteMany", { model: "verification", where: byId(row) })
        const counts = answers(await t.inProcesses(() => times(callers, () => remove))) as number[]
        t.equal(
          counts.reduce((sum, count) => sum + count, 0),
          1,
          "rows deleted, over all processes",
        )
      }),
  },
])
