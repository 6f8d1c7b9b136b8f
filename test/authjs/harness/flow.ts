import { expect, test } from "vitest"
import { expectedCalls, type FlowName } from "../expected-calls.ts"
import { type App, openApp, type Store } from "./app.ts"

/** Declares the test of a flow. Where two people act at once, the order of calls is the store's to decide. */
export type Flow = (name: FlowName, body: (app: App) => Promise<void>, options?: { order?: "any" }) => void

/** Makes tests of flows: each on its own store, its calls checked against the table. */
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
        if (order === "any") expect(called.sort(), "what the client called").toEqual(expected.sort())
        else expect(called, "what the client called").toEqual(expected)
        expect(app.takeErrors(), "errors that nobody expected").toEqual([])
      } finally {
        await app.close()
      }
    })
  }
  return { flow, declared }
}
