import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mortise } from "../../../src/contract/has-internals.ts"
import { internals } from "../../../src/contract/internals.ts"
import { modelNames } from "../../../src/contract/models.ts"
import { errorCodes, extras, MortiseError, operationNames, slots, upkeep } from "../../../src/index.ts"
import { calls } from "../../../src/layers/calls.ts"
import { traced } from "../../../src/layers/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { expectSuite } from "../support/expect-suite.ts"
import { startContexts, startTelemetry, stopTelemetry } from "./telemetry.ts"

const canary = "canary-7f3a"
const later = () => new Date(Date.now() + 60_000)

beforeAll(startContexts)
afterAll(stopTelemetry)

function tracedMemory() {
  const telemetry = startTelemetry()
  const { tracer, meter } = telemetry
  return { ...telemetry, adapter: traced(memoryAdapter({ onWarning: false }), { tracer, meter }) }
}

describe("a call", () => {
  test("is a span by the conventions for databases", async () => {
    const { adapter, spans } = tracedMemory()
    const { id } = await adapter.createUser({ email: "ada@example.com" })
    await adapter.getUser(id)
    const [created, found] = spans()
    expect(created).toMatchObject({ name: "createUser user", kind: SpanKind.CLIENT, events: [] })
    expect(created?.status).toEqual({ code: SpanStatusCode.UNSET })
    expect(created?.attributes).toEqual({
      "db.system.name": "memory",
      "db.operation.name": "createUser",
      "db.collection.name": "user",
      "mortise.outcome": "applied",
    })
    expect(found?.attributes).toMatchObject({ "db.operation.name": "getUser", "mortise.outcome": "found" })
  })

  test.each([
    ["postgres", "postgresql"],
    ["postgres and redis", "postgresql and redis"],
    ["mariadb", "mariadb"],
    [undefined, "unknown"],
  ])("on the store %s has the system %s", async (store, expected) => {
    const { tracer, meter, spans } = startTelemetry()
    const base = memoryAdapter()
    const inside = { ...internals(base), manifest: { ...internals(base)?.manifest, store } }
    const { createUser, getUser } = base
    const adapter = store ? { ...base, [mortise]: inside } : { createUser, getUser }
    await traced(adapter, { tracer, meter }).getUser("unknown")
    expect(spans()[0]?.attributes["db.system.name"]).toBe(expected)
  })

  test("is measured in seconds, with the buckets of the conventions", async () => {
    const { adapter, durations } = tracedMemory()
    const start = performance.now()
    await adapter.getUser("unknown")
    await adapter.getUser("unknown")
    const elapsedSeconds = (performance.now() - start) / 1000
    const [metric] = await durations()
    expect(metric?.descriptor).toMatchObject({ name: "db.client.operation.duration", unit: "s" })
    const [point] = metric?.dataPoints ?? []
    expect(point?.attributes).toEqual({
      "db.system.name": "memory",
      "db.operation.name": "getUser",
      "db.collection.name": "user",
      "mortise.outcome": "absent",
    })
    const value = point?.value as { count: number; sum: number; buckets: { boundaries: number[] } }
    expect(value.count).toBe(2)
    expect(value.sum).toBeLessThanOrEqual(elapsedSeconds)
    expect(value.buckets.boundaries).toEqual([0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10])
  })

  test("that throws has the code of the error, and no message", async () => {
    const { adapter, spans, durations } = tracedMemory()
    await adapter.createUser({ email: "ada@example.com" })
    const again = adapter.createUser({ email: "ada@example.com" })
    await expect(again).rejects.toMatchObject({ code: "conflict" })
    const failed = { "error.type": "conflict", "mortise.outcome": "refused" }
    expect(spans().at(-1)).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      events: [],
      attributes: failed,
    })
    expect(spans().at(-1)?.status.message).toBeUndefined()
    const [metric] = await durations()
    expect(metric?.dataPoints.at(-1)?.attributes).toMatchObject(failed)
  })

  test.each([
    ["indeterminate", new MortiseError("indeterminate", canary), "unknown"],
    ["transient", new MortiseError("transient", canary), "failed"],
    ["RangeError", new RangeError(canary), "unknown"],
    ["_OTHER", canary, "unknown"],
  ])("that throws %s says whether it may have been applied", async (type, error, outcome) => {
    const { tracer, meter, spans } = startTelemetry()
    const fail = async () => {
      throw error
    }
    const adapter = traced({ createUser: fail, getUser: fail }, { tracer, meter, system: "mongodb" })
    await expect(adapter.createUser()).rejects.toBe(error)
    await expect(adapter.getUser()).rejects.toBe(error)
    const [write, read] = spans()
    expect(write?.attributes).toMatchObject({ "db.system.name": "mongodb", "error.type": type })
    expect(write?.attributes["mortise.outcome"]).toBe(outcome)
    expect(read?.attributes["mortise.outcome"]).toBe("failed")
  })

  test("is the parent of the spans that the driver starts, and the child of the caller's", async () => {
    const { tracer, meter, spans } = startTelemetry()
    const query = async () => tracer.startSpan("SELECT").end()
    const getUser = async () => {
      await Promise.resolve()
      await query()
    }
    const adapter = traced({ createUser: getUser, getUser }, { tracer, meter })
    await tracer.startActiveSpan("request", async (request) => {
      await Promise.all([adapter.getUser(), adapter.createUser()])
      expect(trace.getActiveSpan()).toBe(request)
      request.end()
    })
    const byName = new Map(spans().map((span) => [span.name, span]))
    const queries = spans().filter(({ name }) => name === "SELECT")
    const parents = queries.map(({ parentSpanContext }) => parentSpanContext?.spanId)
    const ids = ["getUser user", "createUser user"].map((name) => byName.get(name)?.spanContext().spanId)
    expect(parents.sort()).toEqual(ids.sort())
    const request = byName.get("request")?.spanContext().spanId
    expect(byName.get("getUser user")?.parentSpanContext?.spanId).toBe(request)
  })
})

describe("every function is traced", () => {
  test("and counts rows, without an attribute that holds one", async () => {
    const { adapter, spans } = tracedMemory()
    const account = { type: "oauth", provider: "github", providerAccountId: "1" } as const
    const session = { sessionToken: canary, expires: later() }
    await extras(adapter).signUp({ user: { email: "ada@example.com" }, account, session })
    await extras(adapter).signUp({ user: { email: "eve@example.com" } })
    const again = extras(adapter).signUp({ user: { email: "ada@example.com" }, session })
    await expect(again).rejects.toMatchObject({ code: "conflict" })
    await upkeep(adapter).page("session")
    await upkeep(adapter).count("session")
    await expect(upkeep(adapter).count(canary as "user")).rejects.toMatchObject({ code: "invalid" })
    await adapter.listAuthenticatorsByUserId("unknown")
    await upkeep(adapter).sweep({ now: new Date(Date.now() + 3_600_000) })
    await slots(adapter).claim({ key: canary, expires: later() })
    await slots(adapter).claim({ key: canary, expires: later() })
    await slots(adapter).set({ key: canary, value: canary })
    await slots(adapter).take("unknown")
    await slots(adapter).replace({ key: "unknown", value: 1 })
    const seen = spans().map(({ name, attributes }) => {
      const { "mortise.outcome": outcome, ...others } = attributes
      const counts = Object.values(others).filter((value) => typeof value === "number")
      return [name, outcome, ...counts].join(", ")
    })
    expect(seen).toEqual([
      "signUp, applied, 3",
      "signUp, applied",
      "signUp, refused, 2",
      "page session, found, 1",
      "count session, found",
      "count, refused",
      "listAuthenticatorsByUserId authenticator, found, 0",
      "sweep, applied, 1",
      "claim slot, applied",
      "claim slot, refused",
      "set slot, applied",
      "take slot, absent",
      "replace slot, absent",
    ])
  })

  test("and the suite passes, without any text in spans and measurements but these", async () => {
    const telemetry = startTelemetry()
    const { tracer, meter } = telemetry
    await expectSuite(() => ({ adapter: traced(memoryAdapter({ onWarning: false }), { tracer, meter }) }))
    const texts = new Set<unknown>()
    const names = new Set<string>()
    const keys = new Set<string>()
    const add = (attributes: object) => {
      for (const [key, value] of Object.entries(attributes)) {
        keys.add(key)
        if (typeof value !== "number") texts.add(value)
      }
    }
    for (const { name, attributes, events, links, status } of telemetry.spans()) {
      names.add(name)
      add(attributes)
      expect([...events, ...links, status.message]).toEqual([undefined])
    }
    const metrics = await telemetry.durations()
    for (const { dataPoints } of metrics) for (const { attributes } of dataPoints) add(attributes)

    const outcomes = ["found", "applied", "absent", "refused", "failed", "unknown"]
    const functions = Object.keys(calls)
    const known = new Set<unknown>(["memory", ...functions, ...modelNames, ...outcomes, ...errorCodes])
    expect([...texts].filter((text) => !known.has(text))).toEqual([])
    expect([...names].filter((name) => !name.split(" ").every((word) => known.has(word)))).toEqual([])
    expect([...keys].sort()).toEqual([
      "db.collection.name",
      "db.operation.batch.size",
      "db.operation.name",
      "db.response.returned_rows",
      "db.system.name",
      "error.type",
      "mortise.deleted_rows",
      "mortise.outcome",
    ])
    const called = new Set([...names].map((name) => name.split(" ")[0]))
    expect(operationNames.filter((name) => !called.has(name))).toEqual([])
    expect(telemetry.spans().length).toBeGreaterThan(1_000)
  })
})

describe("without a tracer and a meter", () => {
  test("the first call, which waits for the package, uses the values of its arguments at that time", async () => {
    const adapter = traced(memoryAdapter())
    const user = { email: "ada@example.com" }
    const created = adapter.createUser(user)
    user.email = "eve@example.com"
    expect((await created).email).toBe("ada@example.com")
  })

  test("the providers that the application registers are used, even after the first call", async () => {
    const adapter = traced(memoryAdapter())
    await adapter.getUser("unknown")
    const telemetry = startTelemetry()
    telemetry.register()
    await adapter.getUser("unknown")
    const [metric] = await telemetry.durations()
    expect(
      telemetry.spans().map(({ name, instrumentationScope }) => [name, instrumentationScope.name]),
    ).toEqual([["getUser user", "mortise"]])
    expect(metric).toMatchObject({ scope: { name: "mortise" }, dataPoints: [{ value: { count: 1 } }] })
  })
})
