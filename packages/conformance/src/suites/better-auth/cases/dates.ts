/// <reference types="node" />
import { clockChangeInstants, knownClockChanges } from "../../../engine/case-tools/clock-change-instants.ts"
import { isDate, member } from "../../../engine/case-tools/same-value.ts"
import { type BetterAuthContext, listCases, listTable } from "../case.ts"
import { byId, countRows, newRecord, newSession, newUser, readRow, where } from "../rows.ts"
import { rowModel } from "../suite-options.ts"

const about = {
  clause: "BA-dates",
  harm: "Sessions and links end early or late.",
  evidence:
    "better-auth issues 9920, 10816; Kysely on MariaDB: years 1960 and 2039 throw, an hour of DST is wrong",
  fix: "Store the instant, not the local time: timestamptz, datetime(3) in UTC, or a number.",
} as const

type Instants = { readonly instants: (t: BetterAuthContext) => readonly Date[] }

/** Stores instants in every way, some at a time, and compares every result. */
async function checkInstants(t: BetterAuthContext, { instants: list }: Instants): Promise<void> {
  const instants = list(t)
  const { id } = await newUser(t)
  const check = async (expiresAt: Date, index: number) => {
    const row = await t.db.create({ model: "session", data: t.session(id, { expiresAt }) })
    const what = expiresAt.toISOString()
    t.row(row, { expiresAt }, `create at ${what}`)
    t.row(await readRow(t, "session", row), { expiresAt }, `findOne at ${what}`)
    const next = instants.at(index - 1) ?? expiresAt
    const update = { expiresAt: next }
    t.row(await t.db.update({ model: "session", where: byId(row), update }), update, "update")
    t.row(await readRow(t, "session", row), update, "findOne after an update")
    const count = await countRows(t, "session", { id: row.id, ...update })
    t.equal(count, 1, `rows found by the date ${next.toISOString()}`)
  }
  for (let start = 0; start < instants.length; start += 8) {
    const some = instants.slice(start, start + 8)
    await Promise.all(some.map((instant, offset) => check(instant, start + offset)))
  }
}

const dates = (...texts: readonly string[]): Date[] => texts.map((text) => new Date(text))

type Operator = "lt" | "lte" | "gt" | "gte" | "eq" | "ne"

/** What a date is to another one that is so many milliseconds later. */
const comparisons: readonly (readonly [ms: number, ...operators: Operator[]])[] = [
  [1, "lt", "lte", "ne"],
  [0, "lte", "gte", "eq"],
  [-1, "gt", "gte", "ne"],
  [36_000_000, "lt", "lte", "ne"],
  [-36_000_000, "gt", "gte", "ne"],
]

export const dateCases = listTable(about, checkInstants, [
  {
    id: "dates/milliseconds",
    title: "Dates are returned to the millisecond",
    instants: () =>
      dates(
        "2031-05-06T07:08:09.000Z",
        "2031-05-06T07:08:09.001Z",
        "2031-05-06T07:08:09.010Z",
        "2031-05-06T07:08:09.499Z",
        "2031-05-06T07:08:09.500Z",
        "2031-05-06T07:08:09.999Z",
      ),
  },
  {
    id: "dates/far-years",
    title: "Dates from 1960 to 2100 are stored and returned",
    harm: "A birthday or an expiry far ahead is refused or wrong.",
    instants: () =>
      dates(
        "1960-02-29T12:00:00.123Z",
        "1969-12-31T23:59:59.999Z",
        "1970-01-01T00:00:00.000Z",
        "1970-01-01T00:00:00.001Z",
        "2001-09-09T01:46:40.000Z",
        "2038-01-19T03:14:07.999Z",
        "2038-01-19T03:14:08.000Z",
        "2039-07-01T00:00:00.500Z",
        "2100-12-31T23:59:59.999Z",
      ),
  },
  {
    id: "dates/clock-changes",
    title: "Dates around clock changes are returned unchanged",
    harm: "Twice a year, in some time zones, sessions end an hour early or late.",
    instants: (t) => [...knownClockChanges, ...t.some(clockChangeInstants(), 12)],
  },
  {
    id: "dates/are-dates",
    title: "Every method returns dates as Dates",
    harm: "A comparison of a text with a date is always false: a session never ends.",
    async run(t) {
      const row = await newSession(t)
      const filter = byId(row)
      const update = { expiresAt: t.inDays(3) }
      const results = [
        row,
        await t.db.findOne({ model: "session", where: filter }),
        ...(await t.db.findMany({ model: "session", where: filter })),
        await t.db.update({ model: "session", where: filter, update }),
        await t.db.consumeOne({ model: "session", where: filter }),
      ]
      for (const result of results)
        for (const name of ["expiresAt", "createdAt", "updatedAt"])
          t.check(isDate(member(result, name)), `${name}: a Date`, member(result, name))
    },
  },
  {
    id: "dates/absent",
    title: "A date that is null is returned as null, not as 1970 or an invalid date",
    harm: "A token without an expiry counts as expired.",
    async run(t) {
      const row = await newRecord(t, { moment: null })
      t.isNothing(row["moment"], "create")
      t.isNothing((await readRow(t, rowModel, row))?.["moment"], "findOne")
    },
  },
  {
    id: "dates/compared",
    title: "Dates are compared as instants, to the millisecond",
    harm: "An expired session counts as live, or a live one as expired.",
    async run(t) {
      const at = new Date("2031-10-10T10:10:10.100Z")
      const row = await newRecord(t, { moment: at })
      const early = await newRecord(t, { moment: new Date("1965-01-01T00:00:00.000Z") })
      const shiftDate = (ms: number) => new Date(at.getTime() + ms)
      const compare = (ms: number, operator: Operator) => ({
        model: rowModel,
        where: [...byId(row), where("moment", shiftDate(ms), { operator })],
      })
      for (const [ms, ...operators] of comparisons)
        for (const operator of ["lt", "lte", "gt", "gte", "eq", "ne"] as const) {
          const count = await t.db.count(compare(ms, operator))
          const expected = operators.includes(operator) ? 1 : 0
          t.equal(count, expected, `${at.toISOString()} ${operator} ${shiftDate(ms).toISOString()}`)
        }
      const before1970 = [...byId(early), where("moment", new Date(0), { operator: "lt" })]
      const count = await t.db.count({ model: rowModel, where: before1970 })
      t.equal(count, 1, "rows of 1965 that are before 1970")
      t.equal(await t.db.findMany(compare(0, "lt")), [], "findMany of what is before its own date")
      t.equal(await t.db.deleteMany(compare(0, "lt")), 0, "deleteMany of what is before its own date")
      t.equal(await t.db.deleteMany(compare(1, "lt")), 1, "deleteMany of what is before the next millisecond")
    },
  },
])

const zones = ["America/St_Johns", "Asia/Kolkata", "Pacific/Chatham", "UTC"]

/** Runs the body in a time zone of this process. */
async function inZone<T>(zone: string, body: () => Promise<T>): Promise<T> {
  const { env } = globalThis.process
  const originalZone = env["TZ"]
  env["TZ"] = zone
  try {
    return await body()
  } finally {
    if (originalZone === undefined) Reflect.deleteProperty(env, "TZ")
    else env["TZ"] = originalZone
  }
}

export const timeZones = listCases(about, [
  {
    id: "dates/other-time-zones",
    title: "A date is the same for processes in other time zones",
    harm: "A session that one server creates has ended, or never ends, on a server in another region.",
    async run(t) {
      if (typeof globalThis.process?.env !== "object")
        t.skip("this runtime has no time zone that can be changed")
      const before = await inZone("UTC", async () => new Date(2031, 0, 1).getTime())
      const after = await inZone("Asia/Kolkata", async () => new Date(2031, 0, 1).getTime())
      if (before === after) t.skip("the time zone of this thread cannot be changed")
      const instants = [
        ...dates("2031-01-15T12:00:00.123Z", "2031-07-15T23:30:00.456Z"),
        ...knownClockChanges.slice(0, 4),
      ]
      for (const [zoneIndex, zone] of zones.entries()) {
        const store = () => Promise.all(instants.map((expiresAt) => newSession(t, { expiresAt })))
        const rows = await inZone(zone, store)
        await inZone(zones.at(zoneIndex - 1) ?? "UTC", async () => {
          for (const [index, row] of rows.entries()) {
            const expiresAt = instants[index]
            const storedRow = await readRow(t, "session", row)
            t.row(storedRow, { expiresAt }, `findOne of a date that was stored in ${zone}`)
            t.equal(await countRows(t, "session", { id: row.id, expiresAt }), 1, "rows found by that date")
          }
        })
      }
    },
  },
])
