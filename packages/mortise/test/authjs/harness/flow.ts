import { expect, test } from "vitest"
import { expectedCalls, type FlowName } from "../expected-calls.ts"
import { type App, openApp, type Store } from "./app.ts"

/** Declares the test of a flow. With `order: "any"`, concurrent requests may make their calls in any order. */
export type Flow = (name: FlowName, body: (app: App) => Promise<void>, options?: { order?: "any" }) => void

/** Declares tests of flows, each on its own store. The calls of a flow must match the table of expected calls. */
export function flowsOn(factory: () => Promise<Store>): { flow: Flow; declared: Set<FlowName> } {
  const declared = new Set<FlowName>()
  const flow: Flow = (name, body, { order } = {}) => {
    declared.add(name)
    test(name, async () => {
      const app = await openApp(factory)
      try {
        await body(app)
        const called = app.calls.map((call) => call.operation)
        const expected = [...expectedCalls[name]]
        if (order === "any") expect(called.sort(), "the calls of the client").toEqual(expected.sort())
        else expect(called, "the calls of the client").toEqual(expected)
        expect(app.takeErrors(), "unexpected errors").toEqual([])
      } finally {
        await app.close()
      }
    })
  }
  return { flow, declared }
}
