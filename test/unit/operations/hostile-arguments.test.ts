import { describe, expect, test, vi } from "vitest"
import { defineSchema, json, MortiseError } from "../../../src/index.ts"
import { openMemory } from "../support/memory.ts"
import { openWithAda, sessionOf } from "../support/people.ts"
import { everything, rowsOf } from "../support/rows.ts"
import { spyOnStore } from "../support/store-spy.ts"

const invalid = { code: "invalid" }
const withFacts = { schema: defineSchema({ user: { fields: { facts: json() } } }) }

describe("SEC-J2 arguments are read once, as data", () => {
  test("a getter is never called, and its field is refused", async () => {
    const get = vi.fn(() => "ada@example.com")
    const row = Object.defineProperty({ id: "ada" }, "email", { get, enumerable: true })
    const { adapter, calls } = spyOnStore()
    await expect(adapter.createUser(row)).rejects.toMatchObject({ ...invalid, fields: ["email"] })
    expect(get).not.toHaveBeenCalled()
    expect(calls).toEqual([])
  })

  test.each(["drop", "keep", "refuse"] as const)(
    "the getter of an undeclared field is never called either (unknown: %s)",
    async (unknown) => {
      const get = vi.fn(() => "x")
      const row = Object.defineProperty({ id: "ada" }, "nickname", { get, enumerable: true })
      const { adapter } = openMemory({ schema: defineSchema({ unknown }) })
      await adapter.createUser(row).catch((error) => expect(error).toMatchObject(invalid))
      expect(get).not.toHaveBeenCalled()
    },
  )

  test("each field of a proxy is read once, so the checked value is the stored one", async () => {
    let asked = 0
    const row = new Proxy(
      { id: "ada" },
      {
        getOwnPropertyDescriptor: (target, name) => {
          asked += 1
          const value = asked > 1 ? { $ne: null } : Reflect.get(target, name)
          return { value, enumerable: true, configurable: true, writable: true }
        },
      },
    )
    const { adapter } = openMemory()
    await adapter.createUser(row).catch((error) => expect(error).toBeInstanceOf(MortiseError))
    for (const user of await rowsOf(adapter, "user")) expect(user).toMatchObject({ id: "ada" })
  })

  test("inherited fields are ignored", async () => {
    const { adapter } = openMemory()
    const row: { id?: string } = Object.create({ id: "inherited", name: "inherited" })
    row.id = "ada"
    expect(await adapter.createUser(row)).toMatchObject({ id: "ada", name: null })
  })

  test("an instance of a class is read by its own fields", async () => {
    const person = Object.assign(Object.create({ greet() {} }), { id: "ada", email: "ada@example.com" })
    const { adapter } = openMemory()
    const user = await adapter.createUser(person)
    expect(user).toMatchObject({ id: "ada", email: "ada@example.com" })
    expect(Object.getPrototypeOf(user)).toBe(Object.prototype)
  })
})

describe("SEC-J5 names that could change a prototype", () => {
  const hostile =
    '{"id":"ada","__proto__":{"polluted":1,"email":"x@example.com"},"constructor":{"prototype":{"polluted":1}}}'

  test.each(["drop", "keep"] as const)("never change one (unknown: %s)", async (unknown) => {
    const { adapter } = openMemory({ schema: defineSchema({ unknown }) })
    const stored = [
      await adapter.createUser(JSON.parse(hostile)),
      await adapter.updateUser({ ...JSON.parse(hostile), name: "Ada" }),
      await adapter.getUser("ada"),
      await adapter.deleteUser("ada"),
    ]
    for (const user of stored) {
      expect(Object.getPrototypeOf(user)).toBe(Object.prototype)
      expect(user).toMatchObject({ id: "ada", email: null })
      expect(user).not.toHaveProperty("polluted")
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test("never change one inside JSON", async () => {
    const { adapter } = openMemory(withFacts)
    const facts = JSON.parse('{"a":{"__proto__":{"polluted":1}},"b":[{"__proto__":{"polluted":1}}]}')
    const user = await adapter.createUser({ facts })
    expect(user.facts).toEqual({ a: {}, b: [{}] })
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test("already on Object.prototype never become a field", async () => {
    const { adapter } = openMemory()
    const pollute = (name: string) =>
      Object.defineProperty(Object.prototype, name, { value: "polluted", configurable: true, writable: true })
    try {
      for (const name of ["email", "image", "userId"]) pollute(name)
      expect(await adapter.createUser({ id: "ada" })).toHaveProperty("image", null)
      await expect(
        adapter.createSession({ ...sessionOf("ada"), userId: undefined as unknown as string }),
      ).rejects.toMatchObject({ fields: ["userId"] })
    } finally {
      for (const name of ["email", "image", "userId"]) Reflect.deleteProperty(Object.prototype, name)
    }
  })
})

describe("JSON values", () => {
  test("are returned as given", async () => {
    const { adapter } = openMemory(withFacts)
    const facts = {
      text: "2026-03-04T05:06:07.089Z",
      none: null,
      list: [1, -0.5, true, [], {}],
      数: { "": "" },
    }
    expect((await adapter.createUser({ id: "ada", facts })).facts).toEqual(facts)
    expect((await adapter.getUser("ada"))?.facts).toEqual(facts)
  })

  const cyclic: Record<string, unknown> = {}
  for (let n = 0; n < 20; n++) cyclic[n] = cyclic
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()

  test.each([
    ["a Date", new Date()],
    ["a Map", new Map()],
    ["a function", () => {}],
    ["a bigint", 1n],
    ["NaN", Number.NaN],
    ["a list with holes", new Array(3)],
    ["a very long list of holes", new Array(2 ** 32 - 1)],
    ["undefined in a list", [undefined]],
    ["an object with toJSON", { toJSON: () => 1 }],
    ["NUL in a text", ["\0"]],
    ["NUL in a name", { "\0": 1 }],
    ["a lone surrogate in a name", { "\ud800": 1 }],
    [
      "a getter",
      {
        get a() {
          throw new TypeError("canary")
        },
      },
    ],
    ["a revoked proxy", [proxy]],
    ["an object that contains itself many times", cyclic],
    ["a list that is nested too deeply", JSON.parse("[".repeat(18) + "]".repeat(18))],
    ["more than 64 KiB", ["x".repeat(64 * 1024)]],
  ])("refuse %s", async (_, value) => {
    const { adapter, calls } = spyOnStore(withFacts)
    await expect(adapter.createUser({ facts: { value } as never })).rejects.toMatchObject({
      ...invalid,
      fields: ["facts"],
    })
    expect(calls).toEqual([])
  })
})

describe("SEC-J7 unusual text is returned exactly as given", () => {
  test.each([
    ["characters of four bytes", "𝒜𝔡𝔞 👩‍💻"],
    ["right to left", "‮עדה"],
    ["quotes and backslashes", `"'\`\\';--\n\r\t`],
    ["percent and underscore", "100%_*?[]{}"],
    ["combining marks", "A\u030a\u0323"],
    ["a zero-width joiner", "a\u200db"],
    ["a byte-order mark", "\ufeffa"],
    ["spaces around", "  a  "],
    ["a date", "2026-03-04T05:06:07.089Z"],
    ["JSON", '{"a":1}'],
    ["numbers", "007"],
  ])("%s", async (_, text) => {
    const { adapter } = openMemory()
    await adapter.createUser({ id: text, name: text, image: text })
    await adapter.createSession(sessionOf(text, text))
    expect(await adapter.getSessionAndUser(text)).toMatchObject({
      session: { sessionToken: text, userId: text },
      user: { id: text, name: text, image: text },
    })
  })
})

describe("SEC-J1 lengths are limited in bytes", () => {
  test.each([
    ["id", 255],
    ["email", 254],
    ["image", 64 * 1024],
  ])("user.%s accepts %d bytes and refuses one more", async (field, max) => {
    const { adapter } = openMemory()
    const euros = "€".repeat(Math.floor(max / 3)).padEnd(max - 2 * Math.floor(max / 3), "x")
    for (const text of ["x".repeat(max), euros]) {
      const user = await adapter.createUser({ [field]: text })
      expect(user).toHaveProperty(field, text)
      await expect(adapter.createUser({ [field]: `${text}x` })).rejects.toMatchObject({
        ...invalid,
        fields: [field],
        message: `user.${field} must be at most ${max} bytes long.`,
      })
    }
  })

  test("session tokens have up to 1,024 bytes, providers 128, OAuth tokens 64 KiB", async () => {
    const { adapter } = await openWithAda()
    const session = sessionOf("ada", "x".repeat(1024))
    expect(await adapter.createSession(session)).toEqual(session)
    await expect(adapter.createSession(sessionOf("ada", "x".repeat(1025)))).rejects.toMatchObject(invalid)
    expect(await adapter.getSessionAndUser("x".repeat(1025))).toBeNull()
    const account = {
      userId: "ada",
      type: "oauth",
      provider: "x".repeat(128),
      providerAccountId: "1",
    } as const
    await adapter.linkAccount({ ...account, id_token: "x".repeat(64 * 1024) })
    await expect(adapter.linkAccount({ ...account, provider: "x".repeat(129) })).rejects.toMatchObject({
      fields: ["provider"],
    })
    await expect(
      adapter.linkAccount({ ...account, id_token: "x".repeat(64 * 1024 + 1) }),
    ).rejects.toMatchObject({
      fields: ["id_token"],
    })
  })

  test("a row has up to 256 KiB", async () => {
    const { adapter } = await openWithAda()
    const before = await everything(adapter)
    const full = "x".repeat(64 * 1024)
    const tokens = { access_token: full, refresh_token: full, id_token: full, scope: full }
    await expect(
      adapter.linkAccount({ ...tokens, userId: "ada", type: "oauth", provider: "p", providerAccountId: "1" }),
    ).rejects.toMatchObject({
      ...invalid,
      message: "A row of account must hold at most 262144 bytes of text.",
    })
    expect(await everything(adapter)).toEqual(before)
  })
})

describe("SEC-J8 wildcards are literal", () => {
  test.each(["%", "_", "*", "?", "[a-z]", "\\", ".*", "a%"])(
    "%s finds nothing but itself",
    async (wildcard) => {
      const { adapter } = await openWithAda()
      expect(await adapter.getUser(wildcard)).toBeNull()
      expect(await adapter.getUserByEmail(wildcard)).toBeNull()
      expect(await adapter.getSessionAndUser(wildcard)).toBeNull()
      expect(
        await adapter.useVerificationToken({ identifier: "ada@example.com", token: wildcard }),
      ).toBeNull()
      await adapter.createUser({ id: wildcard })
      expect(await adapter.getUser(wildcard)).toMatchObject({ id: wildcard })
    },
  )
})
