import { describe, expect, test } from "vitest"
import { type Calls, type OpenCase, operationCalls, recordCalls } from "../src/engine/watch/record-calls.ts"

function open() {
  const calls: Calls = {
    pace: { now: 0, lastReturn: 0, slowest: 0 },
    operations: new Map(),
    running: new Set(),
  }
  const one: OpenCase = { running: new Set(), lastEvent: 0 }
  return { calls, one, observe: recordCalls(calls, one), getUser: operationCalls(calls, "getUser") }
}

test("a call is overtaken only by calls that started later", () => {
  const { observe, one } = open()
  const earlier = observe("getUser")
  observe("getUser")
  const [, waiting] = [...one.running]
  earlier("returned")
  expect(waiting).toMatchObject({ overtaken: 0, overtakenByOwn: 0 })
  observe("getUser")("returned")
  observe("getUser")("threw")
  observe("createUser")("returned")
  expect(waiting).toMatchObject({ overtaken: 3, overtakenByOwn: 1 })
})

describe("an operation that is known to hang counts as working again", () => {
  test("when it returns for the first time, but not when it refuses an argument", () => {
    const { observe, getUser } = open()
    getUser.hangs = true
    observe("getUser")("threw")
    expect(getUser.hangs).toBe(true)
    observe("getUser")("returned")
    expect(getUser.hangs).toBe(false)
  })

  test("when a call returns after a time in which cases were ended", () => {
    const { observe, getUser, calls } = open()
    observe("getUser")("returned")
    getUser.hangs = true
    observe("getUser")("returned")
    expect(getUser.hangs).toBe(true)
    const late = observe("getUser")
    calls.pace.now += 5_000
    late("returned")
    expect(getUser.hangs).toBe(false)
    expect(calls.pace.slowest).toBe(5_000)
  })
})

test("a call during an outage or in another process says nothing about the adapter's speed", () => {
  const { observe, getUser, calls, one } = open()
  const end = observe("getUser", "apart")
  expect([one.running.size, getUser.running.size, calls.running.size]).toEqual([1, 0, 0])
  calls.pace.now += 30_000
  end("returned")
  expect(getUser.returned).toBe(0)
  expect(calls.pace).toEqual({ now: 30_000, lastReturn: 30_000, slowest: 0 })
})
