import { expect, test } from "vitest"
import { layerNames, withoutLayers } from "../../src/contract/layered.ts"
import { extras, manifest, slots, upkeep } from "../../src/index.ts"
import { hashedSessions, traced } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { expectSuite } from "./support/expect-suite.ts"
import { all, single } from "./support/stacks.ts"

const MINUTE = 60_000

test(
  "SEC-I1 the suite passes with all layers",
  async () => {
    await expectSuite(() => ({ adapter: all(memoryAdapter({ onWarning: false })) }))
  },
  MINUTE,
)

test("a layer keeps what the adapter below has, and knows it", () => {
  const base = memoryAdapter()
  const adapter = hashedSessions(base)
  expect(layerNames({ ...adapter })).toEqual(["hashedSessions"])
  expect(withoutLayers(adapter)).toBe(base)
  expect(Object.keys(extras(adapter)).sort()).toEqual(Object.keys(extras(base)).sort())
  expect(manifest(adapter)).toMatchObject({ store: "memory", overridden: [] })
  expect(upkeep(adapter)).toBeDefined()
  expect(slots(adapter)).toBeDefined()
})

test("an operation that was overridden below a layer, or above it, disables the extras that bypass it", () => {
  const base = memoryAdapter()
  const below = hashedSessions({ ...base, updateUser: base.updateUser.bind(null) })
  expect(Object.keys(extras(below))).not.toContain("verifyEmail")
  expect(manifest(below).overridden).toEqual(["updateUser"])
  const above = { ...hashedSessions(base), createSession: base.createSession }
  expect(Object.keys(extras(above))).not.toContain("signUp")
})

test("a layer is added once", () => {
  expect(() => hashedSessions(hashedSessions(memoryAdapter()))).toThrow(
    "has the layer hashedSessions already",
  )
})

test("a layer in the wrong place is refused, with the reason", () => {
  expect(() => hashedSessions(single.audited(memoryAdapter()))).toThrow(
    "Add hashedSessions before audited, as in audited(hashedSessions(adapter)): below another layer, audited would record",
  )
  expect(() => single.audited(traced(memoryAdapter()))).toThrow("Add audited before traced")
  expect(() => hashedSessions(traced(memoryAdapter()))).toThrow(
    "Add hashedSessions before traced, as in traced(hashedSessions(adapter)): below another layer, traced would not measure",
  )
})
