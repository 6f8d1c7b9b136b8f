import { expect, test, vi } from "vitest"
import { traced } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"

// What a bundler makes of a missing package.
vi.mock("@opentelemetry/api", () => ({ default: {} }))

test("a missing package is named at the first call", async () => {
  const adapter = traced(memoryAdapter())
  await expect(adapter.getUser("unknown")).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining("npm install @opentelemetry/api"),
  })
})

test("an option with a typo is refused", () => {
  expect(() => traced(memoryAdapter(), { trace: {} } as object)).toThrow('did you mean "tracer"?')
})
