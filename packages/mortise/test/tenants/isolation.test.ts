import { createClient } from "@libsql/client"
import { describe, expect, test } from "vitest"
import { defineSchema, extras, type ForTenant, manifest, slots, text, upkeep } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { inspect, migrate } from "../../src/stores/sql/migrate/index.ts"

const stores: Readonly<Record<string, () => Promise<ForTenant>>> = {
  memory: async () => memoryAdapter({ tenants: true }),
  async libsql() {
    const forTenant = libsqlAdapter(createClient({ url: ":memory:" }), { tenants: true })
    await migrate(forTenant)
    return forTenant
  },
}

const user = { id: "u1", email: "ada@example.com" }
const expires = new Date(Date.now() + 1_000_000)
const session = { sessionToken: "token", userId: "u1", expires }
const link = { identifier: "ada@example.com", token: "link", expires }

describe.each(Object.entries(stores))("on %s", (_, open) => {
  /** Two tenants with equal rows. The name of one is the start of the other's. */
  async function openTwo() {
    const forTenant = await open()
    const [acme, other] = [forTenant("acme"), forTenant("acme-2")]
    for (const { createUser, createSession, createVerificationToken } of [acme, other]) {
      await createUser(user)
      await createSession(session)
      await createVerificationToken(link)
    }
    return { acme, other }
  }

  test("equal keys of two tenants are different rows", async () => {
    const { acme, other } = await openTwo()
    await acme.updateUser({ id: "u1", name: "Ada" })
    await acme.deleteSession("token")
    expect(await acme.getUser("u1")).toMatchObject({ name: "Ada" })
    expect(await other.getUser("u1")).toEqual({ ...user, name: null, emailVerified: null, image: null })
    expect(await acme.getSessionAndUser("token")).toBeNull()
    expect(await other.getSessionAndUser("token")).not.toBeNull()
  })

  test("a taken key is a conflict inside its tenant, with the fields of the contract", async () => {
    const { acme } = await openTwo()
    const again = acme.createUser({ email: "ada@example.com" })
    await expect(again).rejects.toMatchObject({ code: "conflict", fields: ["email"] })
    const sameId = acme.createUser({ ...user, email: "eve@example.com" })
    await expect(sameId).rejects.toMatchObject({ code: "conflict", fields: ["id"] })
  })

  test("a removed user takes along only the rows of its tenant", async () => {
    const { acme, other } = await openTwo()
    await acme.deleteUser("u1")
    expect(await acme.useVerificationToken(link)).toBeNull()
    expect(await other.useVerificationToken(link)).toEqual(link)
    expect((await other.getSessionAndUser("token"))?.user.id).toBe("u1")
  })

  test("lookups of both tenants that run at once answer for their own", async () => {
    const { acme, other } = await openTwo()
    await acme.updateUser({ id: "u1", name: "acme" })
    await other.updateUser({ id: "u1", name: "other" })
    const looks = Array.from({ length: 40 }, (_, index) => (index % 2 ? acme : other))
    const answers = await Promise.all(looks.map((adapter) => adapter.getSessionAndUser("token")))
    expect(answers.map((answer) => answer?.user.name)).toEqual(
      looks.map((adapter) => (adapter === acme ? "acme" : "other")),
    )
  })

  test("pages, counts, sweeps and slots belong to one tenant", async () => {
    const { acme, other } = await openTwo()
    await slots(acme)?.set({ key: "k", value: 1 })
    expect(await slots(other)?.read("k")).toBeNull()
    expect(await upkeep(other)?.count("slot")).toBe(0)
    expect((await upkeep(acme)?.page("user"))?.rows.map(({ id }) => id)).toEqual(["u1"])
    expect(await upkeep(acme)?.sweep({ now: new Date(expires.getTime() + 1) })).toBe(2)
    expect(await upkeep(other)?.count("session")).toBe(1)
    expect((await extras(other)?.listSessions?.("u1"))?.length).toBe(1)
  })

  test("the function carries what belongs to all tenants, and refuses the rest", async () => {
    const forTenant = await open()
    expect(manifest(forTenant)).toEqual({ ...manifest(forTenant("acme")), overridden: [] })
    expect(() => extras(forTenant)).toThrow("pass forTenant(name)")
    expect(() => upkeep(forTenant)).toThrow("pass forTenant(name)")
    expect(() => slots(forTenant)).toThrow("pass forTenant(name)")
  })

  test.each(["", "Acme", "-acme", "*", "a b", "a".repeat(64), "acmé", undefined, 1, ["acme"]])(
    "the name %j is refused",
    async (name) => {
      const forTenant = await open()
      expect(() => forTenant(name as string)).toThrow(expect.objectContaining({ code: "invalid" }))
    },
  )
})

test("the tables of tenants have no differences from what the adapter needs", async () => {
  const forTenant = await stores["libsql"]?.()
  expect((await inspect(forTenant as never)).findings).toEqual([])
})

test.each([
  ["a preset", { preset: "authjs-drizzle" }],
  ["legacy emails", { email: "legacy" }],
  ["ids of a sequence", { ids: "serial" }],
  ["a field called tenant", { user: { fields: { tenant: text() } } }],
] as const)("tenants are refused with %s", (_, options) => {
  const schema = defineSchema(options as object)
  const make = () => libsqlAdapter(createClient({ url: ":memory:" }), { tenants: true, schema })
  expect(make).toThrow(expect.objectContaining({ code: "invalid" }))
})
