import { expect, onTestFinished, test, vi } from "vitest"
import { type TelemetryMeter, type TelemetryTracer, traced } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"

test("a missing package is named at the first call", async () => {
  // What a bundler makes of a missing package.
  vi.doMock("@opentelemetry/api", () => ({ default: {} }))
  onTestFinished(() => vi.doUnmock("@opentelemetry/api"))
  const adapter = traced(memoryAdapter())
  await expect(adapter.getUser("unknown")).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining("npm install @opentelemetry/api"),
  })
})

test("every span ends, and every call is measured with its outcome, also if the call fails", async () => {
  const ended: string[] = []
  const measured: unknown[] = []
  const tracer: TelemetryTracer = {
    startActiveSpan(name, _options, run) {
      let text = name
      return run({
        setAttribute: (_, value) => {
          text += ` ${value}`
        },
        setAttributes: (attributes) => {
          text += ` ${Object.values(attributes).join(" ")}`
        },
        setStatus: ({ code }) => {
          text += ` status ${code}`
        },
        end: () => void ended.push(text),
      })
    },
  }
  const meter: TelemetryMeter = {
    createHistogram: () => ({
      record: (_, attributes) => void measured.push(attributes["mortise.outcome"]),
    }),
  }
  const below = memoryAdapter()
  const adapter = traced(below, { tracer, meter })
  await adapter.createUser({ id: "ada", email: "ada@example.com" })
  await adapter.getUser("ada")
  await adapter.getUser("nobody")
  await expect(adapter.createUser({ email: "ada@example.com" })).rejects.toMatchObject({ code: "conflict" })
  expect(ended).toEqual([
    "createUser user applied",
    "getUser user found",
    "getUser user absent",
    "createUser user status 2 refused conflict",
  ])
  expect(measured).toEqual(["applied", "found", "absent", "refused"])
})

test("an option with a typo is refused", () => {
  expect(() => traced(memoryAdapter(), { trace: {} } as object)).toThrow('did you mean "tracer"?')
})
