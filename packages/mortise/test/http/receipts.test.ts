import { describe, expect, test } from "vitest"
import { reservedSlots } from "../../src/http/protocol/call.ts"
import { createServiceKey, serve } from "../../src/http/server.ts"
import { type ErrorCode, MortiseError, slots, upkeep } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { ada, codeIn, key, openWrites as open } from "./support/open-writes.ts"

describe("SEC-K4 a write under the same idempotency key", () => {
  test("gets the same answer and has one effect, even on another server of the same store", async () => {
    const { write, effects, restart } = await open()
    const answer = await write("createUser", [ada])
    expect(answer.status).toBe(200)
    expect(await write("createUser", [ada])).toEqual(answer)
    restart()
    expect(await write("createUser", [ada])).toEqual(answer)
    expect(effects()).toBe(1)
  })

  test("gets the same error", async () => {
    const { write, effects } = await open()
    await write("createUser", [ada], `${key}-1`)
    const refused = await write("createUser", [{ ...ada, id: "eve" }], `${key}-2`)
    expect(codeIn(refused)).toBe("conflict")
    await write("deleteUser", ["ada"], `${key}-3`)
    expect(await write("createUser", [{ ...ada, id: "eve" }], `${key}-2`)).toEqual(refused)
    expect(effects()).toBe(3)
  })

  test("is refused with another body", async () => {
    const { write, effects } = await open()
    await write("createUser", [ada])
    const other = await write("createUser", [{ ...ada, name: "Eve" }])
    expect([other.status, codeIn(other)]).toEqual([422, "key_reused"])
    expect(effects()).toBe(1)
  })

  test("is another write for another operation and for another caller", async () => {
    const { write, effects, second } = await open()
    await write("createUser", [ada])
    expect((await write("updateUser", [{ id: "ada", name: "Ada" }])).status).toBe(200)
    expect(codeIn(await write("createUser", [ada], key, second.key))).toBe("conflict")
    expect(effects()).toBe(3)
  })

  test("is remembered for 24 hours", async () => {
    const store = memoryAdapter({ now: () => time })
    let time = Date.now()
    const opened = await open({ now: () => time }, store)
    await opened.write("createUser", [ada])
    time += 24 * 3_600_000 - 1
    expect((await opened.write("createUser", [ada])).status).toBe(200)
    time += 1
    expect(codeIn(await opened.write("createUser", [ada]))).toBe("conflict")
  })

  test("is refused without a key, and with a key that is too short to be unique", async () => {
    const { write, effects } = await open()
    for (const bad of ["", "short", "x".repeat(129)]) {
      const refused = await write("createUser", [ada], bad)
      expect([refused.status, codeIn(refused)]).toEqual([400, "key_missing"])
    }
    expect(effects()).toBe(0)
  })

  test("of many concurrent requests, one has the effect and the others get in_flight or its answer", async () => {
    const { write, effects } = await open()
    const answers = await Promise.all(Array.from({ length: 20 }, () => write("createUser", [ada])))
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map(({ body }) => body)).size).toBe(1)
    for (const other of answers) if (other.status !== 200) expect(codeIn(other)).toBe("in_flight")
    expect(effects()).toBe(1)
  })
})

describe("SEC-K4 SEC-N4 a crash", () => {
  /** A store whose process ends during createUser, before or after the effect, so that it never returns. */
  const crashing = (when: "before" | "after") => {
    const store = memoryAdapter()
    const createUser: typeof store.createUser = async (user) => {
      if (when === "after") await store.createUser(user)
      return new Promise(() => {})
    }
    return { ...store, createUser }
  }

  test.each(["before", "after"] as const)(
    "%s the effect is never followed by a second effect",
    async (when) => {
      const { write, advance, restart, effects, store } = await open(
        { idempotencyLockSeconds: 5 },
        crashing(when),
      )
      void write("createUser", [ada])
      await expect.poll(effects).toBe(1)
      restart()
      expect(codeIn(await write("createUser", [ada]))).toBe("in_flight")
      advance(4999)
      expect(codeIn(await write("createUser", [ada]))).toBe("in_flight")
      advance(1)
      const late = await write("createUser", [ada])
      expect([late.status, codeIn(late)]).toEqual([500, "indeterminate"])
      expect(effects()).toBe(1)
      expect((await store.getUser("ada")) !== null).toBe(when === "after")
    },
  )
})

describe("SEC-K4 the store's error code decides whether a write may be retried", () => {
  const failing = (code: ErrorCode) => {
    const store = memoryAdapter()
    let isDown = true
    const createUser: typeof store.createUser = async (user) => {
      if (isDown) throw new MortiseError(code, "down")
      return store.createUser(user)
    }
    const recover = () => {
      isDown = false
    }
    return { store: { ...store, createUser }, recover }
  }

  test.each(["transient", "unavailable", "not_migrated", "readonly"] as const)(
    "after %s it may",
    async (code) => {
      const { store, recover } = failing(code)
      const { write } = await open({}, store)
      expect(codeIn(await write("createUser", [ada]))).toBe(code)
      recover()
      expect((await write("createUser", [ada])).status).toBe(200)
    },
  )

  test("after indeterminate it may not", async () => {
    const { store, recover } = failing("indeterminate")
    const { write, effects } = await open({}, store)
    expect(codeIn(await write("createUser", [ada]))).toBe("indeterminate")
    recover()
    expect(codeIn(await write("createUser", [ada]))).toBe("indeterminate")
    expect(effects()).toBe(1)
  })

  test("an unknown error may have been thrown after the effect", async () => {
    const store = memoryAdapter()
    const createUser = () => Promise.reject(new TypeError("socket hang up"))
    const { write } = await open({}, { ...store, createUser })
    expect(codeIn(await write("createUser", [ada]))).toBe("indeterminate")
  })

  test("a receipt that cannot be stored does not turn a write into a failure", async () => {
    const store = memoryAdapter()
    const kept = slots(store)
    if (!kept) throw new Error("memory has slots")
    const replace = () => Promise.reject(new MortiseError("unavailable", "down"))
    const opened = await open({ idempotencyStore: { ...kept, replace } }, store)
    expect((await opened.write("createUser", [ada])).status).toBe(200)
    expect(codeIn(await opened.write("createUser", [ada]))).toBe("in_flight")
  })
})

describe("SEC-K4 the content of a receipt", () => {
  const canary = "canary-7351-token"
  const expires = "2098-01-01T00:00:00.000Z"

  test("is encrypted, and contains neither key", async () => {
    const { write, store, first } = await open()
    await write("createUser", [ada])
    const session = { sessionToken: canary, userId: "ada", expires }
    const answer = await write("createSession", [session])
    expect(answer.body).toContain(canary)
    const { rows } = (await upkeep(store)?.page("slot")) ?? { rows: [] }
    const receipts = JSON.stringify(rows)
    expect(receipts).toContain(`${reservedSlots}receipt/`)
    for (const secret of [canary, first.key, key, ada.email]) expect(receipts).not.toContain(secret)
    expect(await write("createSession", [session])).toEqual(answer)
  })

  test("cannot be decrypted when it was moved or changed", async () => {
    const { write, store, effects } = await open()
    await write("createUser", [ada])
    const { rows = [] } = (await upkeep(store)?.page("slot")) ?? {}
    const [receipt] = rows
    const value = receipt?.value as { digest: string; sealed: string; parts: number }
    const sealed = value.sealed.replace(/^./, (first) => (first === "A" ? "B" : "A"))
    await slots(store)?.replace({ key: receipt?.key ?? "", value: { ...value, sealed } })
    expect(codeIn(await write("createUser", [ada]))).toBe("indeterminate")
    expect(effects()).toBe(1)
  })

  test("may be larger than a slot", async () => {
    const { write, effects } = await open()
    const large = { ...ada, image: `data:${"x".repeat(60_000)}`, name: "é".repeat(30_000) }
    const answer = await write("createUser", [large])
    expect(answer.body.length).toBeGreaterThan(90_000)
    expect(await write("createUser", [large])).toEqual(answer)
    expect(effects()).toBe(1)
  })

  test("cannot be reached by callers with the permission for slots", async () => {
    const { write, store } = await open()
    await write("createUser", [ada])
    const { rows = [] } = (await upkeep(store)?.page("slot")) ?? {}
    const [receipt] = rows
    const name = receipt?.key ?? ""
    for (const [call, args] of [
      ["slots.take", [name]],
      ["slots.read", [name]],
      ["slots.write", [{ key: name, value: 1 }]],
    ] as const)
      expect((await write(call, [...args], `${key}-${call}`)).body).toMatch(/null|false/)
    expect((await write("slots.claim", [{ key: name, expires }], `${key}-claim`)).body).toBe(
      '{"result":true}',
    )
    expect(await slots(store)?.read(name)).toEqual(receipt)
  })
})

describe("an adapter without slots", () => {
  const foreign = () => {
    const { getUser, createUser } = memoryAdapter()
    return { getUser, createUser }
  }

  test("is refused, and the error describes the alternatives", async () => {
    const { record } = await createServiceKey({ id: "web", permissions: ["operations"] })
    expect(() => serve(foreign(), { keys: [record] })).toThrow(/no slots.*idempotencyStore/)
  })

  test("is served with the slots of another adapter, or without receipts when the option says so", async () => {
    const { key: bearer, record } = await createServiceKey({ id: "web", permissions: ["operations"] })
    const send = (server: ReturnType<typeof serve>) =>
      server(
        new Request("https://data.example/v1/createUser", {
          method: "POST",
          headers: {
            authorization: `Bearer ${bearer}`,
            "content-type": "application/json",
            "idempotency-key": key,
          },
          body: JSON.stringify({ args: [ada] }),
        }),
      )
    const idempotencyStore = slots(memoryAdapter())
    if (!idempotencyStore) throw new Error("memory has slots")
    const safe = serve(foreign(), { keys: [record], idempotencyStore })
    expect([(await send(safe)).status, (await send(safe)).status]).toEqual([200, 200])
    const unsafe = serve(foreign(), { keys: [record], idempotencyStore: false })
    expect([(await send(unsafe)).status, (await send(unsafe)).status]).toEqual([200, 409])
  })
})
