import { describe, expect, test } from "vitest"
import { lastTransitions, listEntries } from "../../../../playground/history.ts"
import { cellText, duration } from "../../../../playground/page/format.ts"
import { buildVerdict, compare } from "../../../../playground/page/laboratory/comparison.ts"
import { exhibits } from "../../../../playground/page/laboratory/exhibits.ts"
import { applyEvent, type LiveState } from "../../../../playground/page/live/live-state.ts"
import { shortStatement } from "../../../../playground/page/operations/short-statement.ts"
import {
  experimentNames,
  type OperationRecord,
  type PlaygroundEvent,
  type Snapshot,
  type Subject,
  type Table,
  type Transition,
} from "../../../../playground/protocol.ts"
import { createChangeMarks } from "../../../../playground/server/mark-changes.ts"

const operation = (id: string, requestId?: string): OperationRecord => ({
  id,
  order: Number(id.slice(1)),
  ...(requestId && { requestId }),
  operation: "getUser",
  verb: "find",
  tables: "users",
  input: {},
  statements: [],
})
const users = (...emails: string[]): Table => ({
  model: "user",
  name: "users",
  columns: ["email"],
  rows: emails.map((email, nth) => ({ id: `row-${nth}`, cells: [email], isFresh: false })),
  count: emails.length,
  added: 0,
})
const snapshot: Snapshot = {
  type: "snapshot",
  store: { name: "sqlite", adapter: "mortise/libsql", available: ["sqlite"], isDown: false, isSql: true },
  auth: "authjs",
  clock: { now: 0, offsetMs: 0 },
  tables: [users("ada@example.com")],
  inbox: [],
  requests: [],
  operations: [],
  transitions: [],
  experiments: [],
  officialAdapters: [],
}

function stateAfter(...events: PlaygroundEvent[]): LiveState {
  const state = [snapshot, ...events].reduce<LiveState | undefined>(applyEvent, undefined)
  if (!state) throw new Error("The snapshot was lost.")
  return state
}

describe("the live state of the page", () => {
  test("replaces the record of an operation when it ends", () => {
    const ended = { ...operation("o1"), result: { milliseconds: 1, rows: 1, outcome: "found" } }
    const { operations } = stateAfter(
      { type: "operation", operation: operation("o1") },
      { type: "operation", operation: operation("o2") },
      { type: "operation", operation: ended },
    )
    expect(operations).toEqual([ended, operation("o2")])
  })

  test("forgets the operations of the previous store, but not those of a store that is down", () => {
    const event: PlaygroundEvent = { type: "operation", operation: operation("o1") }
    const down = stateAfter(event, { type: "store", store: { ...snapshot.store, isDown: true } })
    expect(down.operations).toHaveLength(1)
    const other = stateAfter(event, { type: "store", store: { ...snapshot.store, name: "memory" } })
    expect(other.operations).toEqual([])
  })

  test("ignores events before the snapshot", () => {
    expect(applyEvent(undefined, { type: "auth", auth: "mortise" })).toBeUndefined()
  })
})

test("the history is in the order of time, and a request leaves together with its calls", () => {
  const events = Array.from({ length: 100 }, (_, nth): PlaygroundEvent[] => {
    const request = { id: `r${nth * 3}`, order: nth * 3, method: "GET", path: "/" }
    return [
      { type: "request", request },
      { type: "operation", operation: operation(`o${nth * 3 + 1}`, request.id) },
      ...(nth % 10 === 0 ? [{ type: "operation" as const, operation: operation(`o${nth * 3 + 2}`) }] : []),
      { type: "request", request: { ...request, status: 200 } },
    ]
  }).flat()
  const late: PlaygroundEvent = { type: "operation", operation: operation("o1", "r0") }
  const state = stateAfter(...events, late)
  const entries = listEntries(state)
  expect(entries).toHaveLength(60)
  expect(entries.slice(-3).map(({ id }) => id)).toEqual(["r291", "r294", "r297"])
  expect(entries.flatMap(({ request }) => (request ? [] : ["tool"]))).toHaveLength(5)
  expect(entries.every(({ operations }) => operations.length === 1)).toBe(true)
  expect(state.operations).toHaveLength(60)
})

test("what the last change has written stays marked until the next change", () => {
  let now = 0
  const marks = createChangeMarks(() => now)
  const fresh = (...emails: string[]) => {
    const [table] = marks.mark([users(...emails)])
    return { added: table?.added, rows: table?.rows.flatMap(({ isFresh, cells }) => (isFresh ? cells : [])) }
  }
  marks.restart([users("ada@example.com")])
  expect(fresh("ada@example.com")).toEqual({ added: 0, rows: [] })
  // The two writes of one request.
  const both = { added: 1, rows: ["ada@example.org", "grace@example.com"] }
  expect(fresh("ada@example.org")).toEqual({ added: 0, rows: ["ada@example.org"] })
  now += 100
  expect(fresh("ada@example.org", "grace@example.com")).toEqual(both)
  now += 60_000
  expect(fresh("ada@example.org", "grace@example.com")).toEqual(both)
  expect(fresh("ada@example.org")).toEqual({ added: -1, rows: [] })
})

test("the highlighted transitions are those of the last request that took any", () => {
  const operations = [operation("o1", "r1"), operation("o2", "r2"), operation("o3", "r2"), operation("o4")]
  const request = { name: "request", operationId: "o1" } as const
  const follow = { name: "follow", operationId: "o2" } as const
  const signIn = { name: "signInByLink", operationId: "o3" } as const
  const expire = { name: "expire", operationId: "o4" } as const
  const last = (...transitions: Transition[]) => lastTransitions({ requests: [], operations, transitions })
  expect(last()).toEqual([])
  expect(last(request, follow, signIn)).toEqual([follow, signIn])
  expect(last(request, follow, signIn, expire)).toEqual([expire])
})

test.each([
  [
    `SELECT "id", "email" FROM "users" WHERE "email" = ? LIMIT 1`,
    `SELECT … FROM "users" WHERE "email" = ? LIMIT 1`,
  ],
  [
    `INSERT INTO "users" ("id", "email") VALUES (?, lower(?)) RETURNING "id", "email"`,
    `INSERT INTO "users" (…) VALUES (…) RETURNING …`,
  ],
  [
    `DELETE FROM "sessions" WHERE "sessionToken" = ? RETURNING "userId"`,
    `DELETE FROM "sessions" WHERE "sessionToken" = ? RETURNING …`,
  ],
  ["EVALSHA take 1 p:t:{…}\nlocal row\nreturn row", "EVALSHA take 1 p:t:{…}"],
  [`UPDATE "users"\n  SET "name" = ?`, `UPDATE "users" SET "name" = ?`],
])("the short form of %s leaves out lists", (statement, short) => {
  expect(shortStatement(statement)).toBe(short)
})

test.each([
  [null, "null"],
  [true, "true"],
  ["ada@example.com", "ada@example.com"],
  ["019a8f2e-3c4d-7e5f-8a9b-0c1d2e3f4f5e", "019a…4f5e"],
  ["2026-11-16T02:10:11.000Z", expect.stringMatching(/^1[567] Nov 2026 \d\d:\d\d:\d\d$/)],
])("the cell %s is shown as %s", (cell, text) => {
  expect(cellText(cell)).toEqual(text)
})

test.each([
  [0.214, "0.21 ms"],
  [21.4, "21 ms"],
  [2140, "2.1 s"],
])("%d milliseconds are shown as %s", (ms, text) => {
  expect(duration(ms)).toBe(text)
})

test("each library offers its experiments once, and together they offer all", () => {
  const offered = Object.values(exhibits).map(({ featured, more }) => [...featured, ...more])
  for (const names of offered) expect(new Set(names).size).toBe(names.length)
  expect(new Set(offered.flat())).toEqual(new Set(experimentNames))
})

describe("the comparison of an experiment", () => {
  const subject = (role: Subject["role"], ...values: number[]): Subject => ({
    title: role,
    role,
    doneRounds: 1,
    totalRounds: 1,
    violations: 0,
    measures: values.map((value, nth) => ({ label: `m${nth}`, value, expected: 0 })),
    milliseconds: 1,
  })

  test("has one row per measure, and says which violations Auth.js causes", () => {
    const [first, second] = compare([
      subject("mortise", 0, 0),
      subject("adapter", 0, 3),
      subject("official", 4, 5),
    ])
    expect(first?.mortise).toEqual({ shown: "0", isWrong: false, byAuthjs: 0 })
    expect(first?.official).toEqual({ shown: "4", isWrong: true, byAuthjs: 0 })
    expect(second?.official).toEqual({ shown: "5", isWrong: true, byAuthjs: 3 })
  })

  test("SEC-T21 shows each value as it is judged: with what is expected of the same subject", () => {
    const [signIns] = compare([
      { ...subject("mortise"), measures: [{ label: "People", value: 24, expected: 24 }] },
      { ...subject("official"), measures: [{ label: "People", value: 24, expected: 26 }] },
    ])
    expect(signIns?.mortise).toMatchObject({ shown: "24 of 24", isWrong: false })
    expect(signIns?.official).toMatchObject({ shown: "24 of 26", isWrong: true })
  })

  test("shows a defect that only one adapter has as zero for the other", () => {
    const [row] = compare([subject("mortise"), subject("official", 4)])
    expect(row?.mortise).toEqual({ shown: "0", isWrong: false, byAuthjs: 0 })
  })

  test.each([
    [[subject("mortise", 0)], "Mortise keeps every rule."],
    [[subject("mortise", 1)], "Mortise breaks 1 rule: please report it."],
    [[subject("mortise", 0), subject("official", 0)], "Mortise and Drizzle both keep every rule here."],
    [
      [subject("mortise", 0, 0), subject("adapter", 0, 3), subject("official", 4, 5)],
      "Mortise keeps every rule; Drizzle breaks 1 rule. Auth.js itself breaks 1 more.",
    ],
    [
      [subject("mortise", 0), subject("adapter", 3), subject("official", 3)],
      "Drizzle adds no violation of its own: Auth.js itself breaks 1 rule, which mortise/auth keeps.",
    ],
  ])("has a verdict %#", (subjects, text) => {
    expect(buildVerdict(subjects, "Drizzle").text).toBe(text)
  })
})
