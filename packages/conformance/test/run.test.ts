import { memoryAdapter } from "mortise/memory"
import { describe, expect, test, vi } from "vitest"
import { openRun } from "../src/engine/open-run.ts"
import { createSkippedResult, runCase } from "../src/engine/run-case.ts"
import { runInOrder } from "../src/engine/run-in-order.ts"
import { type Case, CaseFailure, cases, runConformance } from "../src/index.ts"
import { adapterSuite } from "../src/suites/authjs/run.ts"

const quiet = { seed: 1, onLine: false } as const
const factory = () => ({ adapter: memoryAdapter() })

/** Runs a test case on the memory adapter, or on the given adapter. */
async function outcome(body: Case["run"], more: Partial<Case> & { adapter?: object } = {}) {
  const { adapter = memoryAdapter(), ...rest } = more
  const of: Case = {
    id: "test/case",
    level: "must",
    clause: "§0",
    title: "A case of the test",
    harm: "None.",
    run: body,
    ...rest,
  }
  return runCase(of, await openRun(adapterSuite, { factory: () => ({ adapter }), seed: 1 }))
}

describe("the races of a case", () => {
  const two = [async () => 1, async () => 2]

  test("are counted, whether its calls start at once or one after the other", async () => {
    const result = await outcome(async (t) => {
      await t.rounds(2, async () => void (await t.race(two)))
      await t.interleavings(
        async (fire) =>
          void (await fire(
            async () => 1,
            async () => 2,
          )),
      )
    })
    expect(result).toMatchObject({ status: "passed", races: 2 + 6 })
  })

  test("are at least one if it runs alone, and none if it makes one call after the other", async () => {
    expect(await outcome(async () => {}, { alone: true })).toHaveProperty("races", 1)
    expect(await outcome(async (t) => void (await t.race(two.slice(1))))).not.toHaveProperty("races")
  })
})

describe("the options of a run", () => {
  test("choose cases and topics", async () => {
    const { results } = await runConformance({
      factory,
      only: ["one-winner/tokens", "users"],
      ...quiet,
    })
    expect(results.length).toBeGreaterThan(5)
    for (const { id } of results) expect(id).toMatch(/^users\/|^one-winner\/tokens$/)
  })

  test("skip cases with a reason", async () => {
    const skip = { "users/found-by-id": "known, see the tracker" }
    const { results } = await runConformance({ factory, only: ["users/found-by-id"], skip, ...quiet })
    expect(results).toMatchObject([{ status: "skipped", reason: "known, see the tracker" }])
    const listed = await runConformance({
      factory,
      only: ["users/found-by-id"],
      skip: ["users/found-by-id"],
      ...quiet,
    })
    expect(listed.skipped).toBe(1)
  })

  test.each([{ only: ["user"] }, { skip: ["users/no-such-case"] }, { skip: { nothing: "x" } }])(
    "refuse names that match no case: %j",
    async (options) => {
      await expect(runConformance({ factory, ...options, ...quiet })).rejects.toThrow(
        /There is no case or topic/,
      )
    },
  )

  test("reset before the first case and close after the last, even when a case fails", async () => {
    const log: string[] = []
    const createUser = () => {
      log.push("case")
      throw new Error("no table")
    }
    const setup = () => ({
      adapter: { createUser },
      reset: () => log.push("reset"),
      close: () => log.push("close"),
    })
    await runConformance({ factory: setup, only: ["users/created-is-returned"], ...quiet })
    expect(log).toEqual(["reset", "case", "close"])
  })
})

describe("what a run prints", () => {
  const failing = { ...memoryAdapter(), getUser: () => null }
  const only = ["users"]

  test("the first failure of each kind is a line when it happens, and the end has the causes", async () => {
    const lines: string[] = []
    let atEnd = 0
    const close = () => {
      atEnd = lines.length
    }
    const factory = () => ({ adapter: failing, close })
    const { causes } = await runConformance({ factory, only, onLine: (line) => lines.push(line), seed: 1 })
    expect(causes.map(({ symptom }) => symptom)).toContain("a user is missing after createUser")
    for (const line of lines.slice(0, atEnd)) expect(line).toMatch(/^✗ users\/[a-z-]+: a user is missing/)
    expect(lines.slice(atEnd)).toContain(`1. ${causes[0]?.symptom} (${causes[0]?.cases.length} cases)`)
    expect(lines.at(-1)).toMatch(/^\d+ passed, \d+ failed.*seed 1\)$/)
  })

  test("is nothing if onLine is false", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {})
    await runConformance({ factory: () => ({ adapter: failing }), only, ...quiet })
    expect(log).not.toHaveBeenCalled()
    log.mockRestore()
  })
})

test("cases that race run after the others, one at a time", async () => {
  const running = new Set<string>()
  const overlaps: string[] = []
  const log: string[] = []
  const alone = new Set(cases.filter((one) => one.alone).map(({ id }) => id))
  await runInOrder(
    cases.slice(0, 20).concat(cases.filter((one) => one.alone).slice(0, 5)),
    async ({ id }) => {
      for (const other of running) if (alone.has(id) || alone.has(other)) overlaps.push(`${id} with ${other}`)
      running.add(id)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running.delete(id)
      log.push(id)
      return createSkippedResult(cases[0] as Case, "only counted")
    },
  )
  expect(overlaps).toEqual([])
  expect(log.slice(-5).every((id) => alone.has(id))).toBe(true)
})

test("every case that starts concurrent calls runs alone", () => {
  const racing = /^(races|interleavings|late-writes|lost-writes|concurrent-|lookups-during|spellings)/
  expect(cases.filter(({ id, alone }) => racing.test(id) && !alone)).toEqual([])
})

describe("a failure", () => {
  test("contains what was expected, what was received, the harm, the fix and the evidence", async () => {
    const more = { harm: "People are harmed.", fix: "Fix it.", evidence: "@auth/x-adapter" }
    const { status, error } = await outcome(async (t) => t.equal({ a: 1 }, { a: 2 }, "the answer"), more)
    expect(status).toBe("failed")
    expect(error).toBeInstanceOf(CaseFailure)
    expect(error?.message.split("\n")).toEqual([
      "A case of the test (§0)",
      "  expected  the answer: { a: 2 }",
      "  received  { a: 1 }",
      "  harm      People are harmed.",
      "  fix       Fix it.",
      "  evidence  @auth/x-adapter",
    ])
  })

  test("names the operation that threw", async () => {
    const adapter = {
      createUser: () => {
        throw new Error("no table")
      },
      getUser: () => null,
    }
    const { error } = await outcome(async (t) => void (await t.adapter.createUser(t.user())), { adapter })
    expect(error).toMatchObject({ expected: "no error", received: "createUser threw Error: no table" })
  })

  test("of a case that hangs names the operations that have not returned", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    try {
      const hanging = { ...memoryAdapter(), getUser: () => new Promise<never>(() => {}) }
      const running = outcome(
        async (t) => {
          await t.adapter.createUser(t.user())
          await Promise.all([t.adapter.getUser("one"), t.adapter.getUser("two")])
        },
        { adapter: hanging },
      )
      await vi.advanceTimersByTimeAsync(61_000)
      expect((await running).error?.message).toMatch(/received {2}none; still running: getUser$/m)
    } finally {
      vi.useRealTimers()
    }
  })

  test("of a should or a may is a warning", async () => {
    const failing = async () => Promise.reject(new Error("x"))
    expect(await outcome(failing, { level: "should" })).toMatchObject({ status: "warned" })
    expect(await outcome(failing, { level: "may" })).toMatchObject({ status: "warned" })
  })
})

describe("expectations", () => {
  const received = async (body: Case["run"], adapter?: object) =>
    (await outcome(body, adapter ? { adapter } : {})).error?.received

  test("rows may have more fields, and null, undefined and a missing field are equal", async () => {
    const row = { id: "1", extra: 1, name: undefined }
    expect(
      await received(async (t) => t.row(row, { id: "1", name: null, image: undefined }, "it")),
    ).toBeUndefined()
    expect(await received(async (t) => t.row(row, { id: "2", name: "x" }, "it"))).toBe(
      'id: "1", name: undefined',
    )
    expect(await received(async (t) => t.row({ id: null }, { id: "" }, "it"))).toBe("id: null")
    expect(await received(async (t) => t.row(null, {}, "it"))).toBe("null")
  })

  test("dates are compared by time, and a string is not a date", async () => {
    const date = new Date(5)
    expect(await received(async (t) => t.equal(new Date(5), date, "it"))).toBeUndefined()
    expect(await received(async (t) => t.equal(new Date(6), date, "it"))).toBe(
      "Date 1970-01-01T00:00:00.006Z",
    )
    expect(await received(async (t) => t.row({ at: date.toISOString() }, { at: date }, "it"))).toBe(
      'at: "1970-01-01T00:00:00.005Z"',
    )
    const lookAlike = { getTime: () => 5 }
    expect(await received(async (t) => t.row({ at: lookAlike }, { at: date }, "it"))).toBeDefined()
  })

  test("null and undefined differ where the contract distinguishes them", async () => {
    expect(await received(async (t) => t.isNull(undefined, "it"))).toBe("undefined")
    expect(await received(async (t) => t.isNothing({}, "it"))).toBe("{}")
    expect(await received(async (t) => t.rowOrNothing({}, { id: "1" }, "it"))).toBe("id: undefined")
    expect(await received(async (t) => t.rowOrNothing(undefined, { id: "1" }, "it"))).toBeUndefined()
  })

  test("only adapters with a manifest must throw the expected code", async () => {
    const refuse = () => Promise.reject(new Error("taken"))
    const body: Case["run"] = async (t) => void (await t.throws(refuse, "it", "conflict"))
    expect(await received(body, { createUser() {}, getUser() {} })).toBeUndefined()
    expect(await received(body)).toBe("Error: taken")
    expect(await received(async (t) => void (await t.throws(async () => "fine", "it")))).toBe('"fine"')
  })

  test("a call that loses a race must throw a conflict if the adapter has a manifest", async () => {
    const adapter = memoryAdapter()
    const createUser: typeof adapter.createUser = (user) =>
      adapter.createUser(user).catch(() => Promise.reject(new Error("could not serialize access")))
    const only = ["one-winner/users"]
    const own = await runConformance({
      factory: () => ({ adapter: { ...adapter, createUser } }),
      only,
      ...quiet,
    })
    expect(own.results[0]?.error?.received).toBe("Error: could not serialize access")
    const { getUserByEmail } = adapter
    const other = await runConformance({
      factory: () => ({ adapter: { createUser, getUserByEmail } }),
      only,
      ...quiet,
    })
    expect(other.passed).toBe(1)
  })
})
