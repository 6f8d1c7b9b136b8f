import { times } from "../../../engine/case-tools/race-helpers.ts"
import { member } from "../../../engine/case-tools/same-value.ts"
import type { RemoteCall } from "../../../engine/processes/messages.ts"
import { add, consume } from "../calls.ts"
import { type BetterAuthContext, listTable } from "../case.ts"
import { byField, byId, countRows, expectRows, newSession, newUser, newValue, where } from "../rows.ts"
import { checkRace, inProcesses, isRow } from "./check-race.ts"

const about = {
  processes: true,
  fix: "Decide in one statement of the database: processes do not share their memory.",
} as const

const call = (operation: string, options: object): RemoteCall => ({ operation, args: [options] })

/** The results of the calls that did not throw, of each process. */
async function makeCalls(t: BetterAuthContext, calls: (processIndex: number) => readonly RemoteCall[]) {
  const outcomes = await t.inProcesses(calls)
  return outcomes.map((ofProcess) =>
    ofProcess.flatMap((outcome) => ("value" in outcome ? outcome.value : [])),
  )
}

const callers = 8

/** Races between processes. They find locks and caches in the memory of a process. */
export const processRaces = listTable(about, checkRace(inProcesses), [
  {
    id: "processes/one-database",
    clause: "BA-fresh",
    title: "A row that one process writes can be read by the others",
    harm: "Users are signed in on one server and unknown on the next.",
    fix: "Make the factory of the module connect every process to the same database.",
    async run(t) {
      const session = await newSession(t)
      const reads = await makeCalls(t, () => [call("findOne", { model: "session", where: byId(session) })])
      const ids = reads.map(([row]) => member(row, "id"))
      const expected = reads.map(() => session.id)
      t.equal(ids, expected, "the session, for each process")
    },
  },
  {
    id: "processes/one-caller-consumes",
    clause: "BA-consume",
    title: "If several processes consume a row at once, one caller gets it",
    harm: "With two servers, an attacker with a leaked link signs in at the same time as its owner.",
    rounds: 3,
    callers,
    model: "verification",
    call: consume,
    wins: [1, 1],
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
        const ofIdentifier = { model: "verification", where: [where("identifier", identifier)] }
        const results = await makeCalls(t, () => times(callers, () => call("consumeOne", ofIdentifier)))
        const left = await t.db.findMany(ofIdentifier)
        expectRows(t, [...results.flat().filter(isRow), ...left], made, "the rows taken and left")
      }),
  },
  {
    id: "processes/every-increment-counts",
    clause: "BA-increment",
    title: "If several processes increment a row at once, every increment counts",
    harm: "An attacker who guesses codes on several servers is counted once.",
    rounds: 2,
    callers,
    fields: { amount: 0 },
    call: (row) => add(byId(row), { amount: 1 }),
    wins: [0, Number.POSITIVE_INFINITY],
    leaves: ({ length }) => ({ amount: length }),
  },
  {
    id: "processes/limit-holds",
    clause: "BA-increment",
    title: "A counter never passes the limit of its condition, whatever the number of processes",
    harm: "A rate limit lets more attempts pass when they reach several servers.",
    rounds: 2,
    callers,
    fields: { amount: 0 },
    call: (row) => add([...byId(row), where("amount", 5, { operator: "lt" })], { amount: 1 }),
    wins: [0, 5],
    leaves: ({ length }) => ({ amount: length }),
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
        const create = () => call("create", { model: "user", data: t.user({ email }) })
        const made = await makeCalls(t, () => times(3, create))
        t.equal(made.flat().filter(isRow).length, 1, "calls that succeeded, over all processes")
        t.equal(await countRows(t, "user", { email }), 1, "users with the address")
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
        const data = t.account((await newUser(t)).id, { accountId: t.unique() })
        const made = await makeCalls(t, () => times(3, () => call("create", { model: "account", data })))
        t.equal(made.flat().filter(isRow).length, 1, "calls that succeeded, over all processes")
      }),
  },
  {
    id: "processes/sign-out-is-seen-everywhere",
    clause: "BA-fresh",
    title: "A session that one process deletes is not found by processes that read it before",
    harm: "A user who signed out stays signed in on every server that caches the session.",
    fix: "Query the database at every read.",
    async run(t) {
      const ofToken = { model: "session", where: byField(await newSession(t), "token") }
      const read = async () => (await makeCalls(t, () => [call("findOne", ofToken)])).flat().filter(isRow)
      t.check((await read()).length > 0, "a session found before", [])
      await makeCalls(t, (processIndex) => (processIndex === 0 ? [call("delete", ofToken)] : []))
      t.equal(await read(), [], "sessions found afterwards, over all processes")
    },
  },
  {
    id: "processes/deletions-count-once",
    clause: "BA-counts",
    title: "If several processes delete a row with deleteMany at once, one of them counts it",
    harm: "The fallback of consumeOne gives one link to several callers.",
    rounds: 2,
    callers,
    model: "verification",
    call: (row) => ({ ...consume(row), operation: "deleteMany" }),
    wins: [1, 1],
  },
])
