import { describe, expect, test } from "vitest"
import { createServiceKey, serve } from "../../src/http/server.ts"
import { type ErrorCode, MortiseError, slots } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { ada, codeIn, key, openWrites as open } from "./support/open-writes.ts"
import { callRequest } from "./support/requests.ts"

describe("SEC-N4 a failure of the receipts before an effect", () => {
  const withFailingSlots = async (name: "claim" | "read", code: ErrorCode) => {
    const store = memoryAdapter()
    const kept = slots(store)
    if (!kept) throw new Error("memory has slots")
    let isBroken = false
    const fail = () => Promise.reject(new MortiseError(code, "broken"))
    const broken = { ...kept, [name]: (arg: never) => (isBroken ? fail() : kept[name](arg)) }
    const opened = await open({ idempotencyStore: broken }, store)
    const breakDown = () => {
      isBroken = true
    }
    return { ...opened, breakDown }
  }

  test.each([
    "conflict",
    "invalid",
    "not_found",
    "corrupt",
    "counter_regression",
    "missing_operation",
  ] as const)(
    "with %s is not the outcome of the write: the outcome of an earlier attempt stays unknown",
    async (code) => {
      for (const name of ["claim", "read"] as const) {
        const { write, breakDown, effects } = await withFailingSlots(name, code)
        await write("createUser", [ada])
        breakDown()
        const again = await write("createUser", [ada])
        expect([again.status, codeIn(again)]).toEqual([503, "transient"])
        expect(effects()).toBe(1)
      }
    },
  )

  test.each(["transient", "unavailable", "not_migrated", "readonly"] as const)(
    "with %s keeps its code",
    async (code) => {
      const { write, breakDown } = await withFailingSlots("claim", code)
      breakDown()
      expect(codeIn(await write("createUser", [ada]))).toBe(code)
    },
  )
})

describe("SEC-K1 a caller with the permission to sweep", () => {
  test("removes no receipt and no nonce before it expires, whatever time the caller names", async () => {
    const store = memoryAdapter()
    const { key: sweeper, record } = await createServiceKey({ id: "sweeper", permissions: ["upkeep"] })
    const { key: writer, record: other } = await createServiceKey({ id: "web", permissions: ["operations"] })
    const server = serve(store, { keys: [record, other] })
    const call = async (by: string, name: string, args: unknown[]) => {
      const headers = { authorization: `Bearer ${by}`, "idempotency-key": `${key}-${name}` }
      const response = await server(callRequest(name, args, headers))
      return { status: response.status, body: await response.text() }
    }
    const answer = await call(writer, "createUser", [ada])
    const swept = await call(sweeper, "upkeep.sweep", [{ now: "9999-12-31T23:59:59.999Z" }])
    expect(swept.body).toBe('{"result":0}')
    expect(await call(writer, "createUser", [ada])).toEqual(answer)
  })
})
