import { times } from "../../../engine/case-tools/race-helpers.ts"
import { consume as consumeRow } from "../calls.ts"
import { type BetterAuthContext, listCases, listTable } from "../case.ts"
import {
  byField,
  byId,
  collectRows,
  expectAnyRow,
  expectRows,
  newSession,
  newValue,
  readRow,
  where,
} from "../rows.ts"
import { checkRace, inThisProcess, inTransactions } from "./check-race.ts"

const about = {
  clause: "BA-consume",
  fix: "Delete and return the row in one statement, or trust only the count of a delete by its id.",
} as const
const model = "verification"

/** Values of one identifier. */
const newValues = async (t: BetterAuthContext, count: number) => {
  const identifier = t.email()
  const rows = await Promise.all(times(count, () => newValue(t, { identifier })))
  return { rows, byIdentifier: [where("identifier", identifier)] }
}

const twoSessions =
  "An attacker with a leaked link signs in at the same time as its owner: two sessions from one email."

export const consume = listCases(about, [
  {
    id: "consume/returns-the-row",
    title: "consumeOne returns the whole row and deletes it",
    harm: "A link does not sign its user in, or can be used again.",
    async run(t) {
      const fields = t.verification()
      const row = await t.db.create({ model, data: { ...fields } })
      const filter = [...byField(fields, "identifier"), ...byField(fields, "value")]
      t.row(await t.db.consumeOne({ model, where: filter }), { ...fields, id: row.id }, "consumeOne")
      t.isNull(await readRow(t, model, row), "findOne afterwards")
      t.isNull(await t.db.consumeOne({ model, where: filter }), "consumeOne again")
    },
  },
  {
    id: "consume/nothing-found",
    title: "consumeOne returns null if no row matches, and deletes nothing",
    harm: "A wrong code signs a person in, or spends the right one.",
    async run(t) {
      const row = await newValue(t)
      const wrong = [...byField(row, "identifier"), where("value", t.token())]
      t.isNull(await t.db.consumeOne({ model, where: wrong }), "consumeOne with another value")
      const unknown = [where("id", t.unique())]
      t.isNull(await t.db.consumeOne({ model, where: unknown }), "consumeOne with an unknown id")
      t.row(await readRow(t, model, row), { value: row["value"] }, "the row afterwards")
    },
  },
  {
    id: "consume/one-of-several",
    title: "consumeOne deletes one row if its condition matches several",
    harm: "One click spends all links that were sent to an address.",
    async run(t) {
      const { rows, byIdentifier } = await newValues(t, 3)
      const taken = await t.db.consumeOne({ model, where: byIdentifier })
      expectAnyRow(t, rows, taken, "consumeOne")
      const left = rows.filter(({ id }) => id !== taken?.id)
      expectRows(t, await t.db.findMany({ model, where: byIdentifier }), left, "the rows that are left")
    },
  },
  {
    id: "consume/other-rows-stay",
    title: "consumeOne leaves the rows that do not match",
    harm: "A sign-in spends the link of another person.",
    async run(t) {
      const [row, otherRow] = await Promise.all([newValue(t), newValue(t)])
      await t.db.consumeOne({ model, where: byId(row) })
      t.row(await readRow(t, model, otherRow), { value: otherRow["value"] }, "the row of another person")
    },
  },
  {
    id: "consume/respects-every-condition",
    title: "consumeOne only takes a row that meets all of its conditions",
    harm: "An expired link still signs a person in.",
    async run(t) {
      const row = await newValue(t, { expiresAt: t.inDays(-1) })
      const live = where("expiresAt", new Date(), { operator: "gt" })
      t.isNull(await t.db.consumeOne({ model, where: [...byId(row), live] }), "consumeOne of an expired row")
      const passed = { ...live, operator: "lt" } as const
      t.row(await t.db.consumeOne({ model, where: [...byId(row), passed] }), { id: row.id }, "consumeOne")
    },
  },
  {
    id: "consume/alternatives",
    title: "consumeOne takes one row of several alternatives",
    harm: "A link is not found, or another one is spent too.",
    async run(t) {
      const [first, second, third] = await Promise.all([newValue(t), newValue(t), newValue(t)])
      const either = [first, second].map((row) => where("id", row.id, { connector: "OR" }))
      const consumeEither = () => t.db.consumeOne({ model, where: either })
      const taken = [await consumeEither(), await consumeEither()].flatMap((row) => row ?? [])
      expectRows(t, taken, [first, second], "the rows taken")
      t.isNull(await consumeEither(), "a third consumeOne")
      t.row(await readRow(t, model, third), { id: third.id }, "the row that does not match")
    },
  },
  {
    id: "consume/of-sessions",
    title: "consumeOne takes a session by its token once",
    harm: "A session that was ended is found again.",
    async run(t) {
      const row = await newSession(t)
      const byToken = byField(row, "token")
      t.row(await t.db.consumeOne({ model: "session", where: byToken }), { id: row.id }, "consumeOne")
      t.isNull(await t.db.consumeOne({ model: "session", where: byToken }), "consumeOne again")
    },
  },
])

const mailedTwice = "better-auth PRs 9572, 9993, 10000: a mailed link was redeemed twice"

/** Races. They run alone. */
export const consumeRaces = [
  ...listTable({ ...about, harm: twoSessions }, checkRace(inThisProcess), [
    {
      id: "consume/one-caller-by-id",
      title: "If many callers consume a row by its id at once, one of them gets it",
      evidence: mailedTwice,
      rounds: 10,
      callers: 8,
      model,
      call: consumeRow,
      wins: [1, 1],
      leaves: () => null,
    },
    {
      id: "consume/one-caller-by-value",
      title: "If many callers consume a row by its value at once, one of them gets it",
      evidence: mailedTwice,
      rounds: 10,
      callers: 8,
      model,
      call: (row) => ({ operation: "consumeOne", options: { model, where: byField(row, "value") } }),
      wins: [1, 1],
      leaves: () => null,
    },
    {
      id: "consume/each-row-once",
      title: "If many callers consume rows of one identifier at once, each row goes to one caller",
      run: (t) =>
        t.rounds(4, async () => {
          const { rows, taken, left } = await consumeTogether(t, 4)
          expectRows(t, [...taken, ...left], rows, "the rows taken and left")
          t.check(taken.length > 0, "a caller that got a row", taken)
        }),
    },
    {
      id: "consume/no-row-overlooked",
      level: "should",
      title: "No caller gets null while a matching row is left",
      harm: "A person who has a valid code is told that it is wrong, because another one was used at the same moment.",
      fix: "Select the row for update and skip those that are locked, or try again.",
      run: (t) =>
        t.rounds(3, async () => {
          const { rows, taken } = await consumeTogether(t, 8)
          expectRows(t, taken, rows, "the rows taken by as many callers")
        }),
    },
    {
      id: "consume/beside-deletions",
      title: "If a row is consumed and deleted at once, one of the two reports it",
      harm: "A link that was revoked signs a person in, or one click counts twice.",
      rounds: 4,
      callers: 6,
      model,
      call: (row, caller) => ({ ...consumeRow(row), ...(caller % 2 === 1 && { operation: "deleteMany" }) }),
      wins: [1, 1],
    },
    {
      id: "consume/beside-updates",
      title: "A row that is consumed while it is updated stays deleted",
      harm: "A link that was used can be used again.",
      run: (t) =>
        t.interleavings(async (fire) => {
          const row = await newValue(t)
          const filter = byId(row)
          const [taken] = await fire(
            () => t.db.consumeOne({ model, where: filter }),
            () => t.db.update({ model, where: filter, update: { expiresAt: t.inDays(2) } }),
          )
          const left = await readRow(t, model, row)
          // A row that changed between the read and the guarded delete of a fallback is left.
          if (collectRows([taken]).length === 1) t.isNull(left, "findOne after consumeOne returned the row")
          else t.row(left, { id: row.id }, "findOne after consumeOne returned null")
        }),
    },
    {
      id: "consume/deletions-count-once",
      clause: "BA-counts",
      title: "If many callers delete a row with deleteMany at once, one of them counts it",
      harm: "The fallback of consumeOne gives one link to several callers.",
      evidence: "better-auth PRs 6572, 10257: the fallback relies on true counts",
      rounds: 4,
      callers: 8,
      model,
      call: (row) => ({ ...consumeRow(row), operation: "deleteMany" }),
      wins: [1, 1],
    },
  ]),
  ...listTable(about, checkRace(inTransactions), [
    {
      id: "consume/in-transactions",
      title: "If many transactions consume a row at once, one of them gets it",
      harm: twoSessions,
      rounds: 2,
      callers: 5,
      model,
      call: consumeRow,
      wins: [1, 1],
    },
  ]),
]

/** Eight callers consume values of one identifier at once. */
async function consumeTogether(t: BetterAuthContext, count: number) {
  const { rows, byIdentifier } = await newValues(t, count)
  const outcomes = await t.race(times(8, () => () => t.db.consumeOne({ model, where: byIdentifier })))
  return { rows, taken: collectRows(outcomes), left: await t.db.findMany({ model, where: byIdentifier }) }
}
