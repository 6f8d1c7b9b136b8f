import { describe, expect, test } from "vitest"
import { modelNames } from "../../../src/contract/models.ts"
import {
  defineSchema,
  type Key,
  type ModelName,
  type PageOptions,
  type Upkeep,
  upkeep,
} from "../../../src/index.ts"
import { accountOf, openWithAda } from "../../support/ada.ts"
import { openMemory } from "../../support/memory.ts"

const tools = (adapter: object) => upkeep(adapter) as Upkeep
const invalid = { code: "invalid" }

async function openWithUsers(emails: readonly (string | null)[]) {
  const memory = openMemory()
  for (const [n, email] of emails.entries()) await memory.adapter.createUser({ id: `user ${n}`, email })
  const emailsOn = async (options: PageOptions) =>
    (await tools(memory.adapter).page("user", options)).rows.map(({ email }) => email)
  return { ...memory, emailsOn }
}

/** Reads all pages. */
async function walk(adapter: object, model: ModelName, options: PageOptions) {
  const pages: unknown[][] = []
  let after: Key | null = null
  do {
    const page: { rows: unknown[]; next: Key | null } = await tools(adapter).page(model, {
      ...options,
      ...(after && { after }),
    })
    pages.push(page.rows)
    after = page.next
  } while (after)
  return pages
}

describe("page", () => {
  test("returns all rows in the order of their key, each once", async () => {
    const { adapter } = openMemory()
    const ids = ["b", "a", "c", "e", "d"]
    for (const id of ids) await adapter.createUser({ id })
    const pages = await walk(adapter, "user", { limit: 2 })
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
    expect(pages.flat()).toMatchObject(["a", "b", "c", "d", "e"].map((id) => ({ id })))
  })

  test("orders by keys of two fields too", async () => {
    const { adapter } = await openWithAda()
    for (const provider of ["a", "b"])
      for (const providerAccountId of ["2", "1", "3"])
        await adapter.linkAccount({ ...accountOf("ada"), provider, providerAccountId })
    const rows = (await walk(adapter, "account", { limit: 2 })).flat() as Record<string, string>[]
    expect(rows.map((row) => `${row["provider"]} ${row["providerAccountId"]}`)).toEqual([
      "a 1",
      "a 2",
      "a 3",
      "acme 1815",
      "b 1",
      "b 2",
      "b 3",
    ])
  })

  test("has null as `next` after the last row", async () => {
    const { adapter } = await openWithAda()
    expect((await tools(adapter).page("user")).next).toBeNull()
    expect((await tools(adapter).page("user", { limit: 1 })).next).toEqual({ id: "ada" })
    expect(await tools(adapter).page("user", { after: { id: "ada" } })).toEqual({ rows: [], next: null })
  })

  test("continues after a row that was deleted since the previous page", async () => {
    const { adapter } = openMemory()
    for (const id of ["a", "b", "c"]) await adapter.createUser({ id })
    const { next } = await tools(adapter).page("user", { limit: 2 })
    await adapter.deleteUser("b")
    expect((await tools(adapter).page("user", { limit: 2, after: next as Key })).rows).toMatchObject([
      { id: "c" },
    ])
  })

  test("has 100 rows by default and at most 1,000", async () => {
    const { adapter } = openMemory()
    for (let n = 0; n < 101; n++) await adapter.createUser({ id: String(n) })
    expect((await tools(adapter).page("user")).rows).toHaveLength(100)
    for (const limit of [0, -1, 1.5, 1001, Number.NaN, "5", {}] as number[])
      await expect(tools(adapter).page("user", { limit })).rejects.toMatchObject(invalid)
  })

  test.each(modelNames)("reads the rows of %s", async (model) => {
    const { adapter } = await openWithAda()
    const { rows } = await tools(adapter).page(model)
    expect(rows).toHaveLength(model === "slot" ? 0 : 1)
  })
})

describe("page by prefix", () => {
  test("finds users by the start of the canonical form of their email", async () => {
    const { emailsOn } = await openWithUsers(["bob@a", "ada@b", "ada@a", null, "adam@a"])
    expect(await emailsOn({ prefix: " ADA@" })).toEqual(["ada@a", "ada@b"])
    expect(await emailsOn({ prefix: "ada" })).toEqual(["ada@a", "ada@b", "adam@a"])
    expect(await emailsOn({ prefix: "eve" })).toEqual([])
  })

  test("finds all users with an email, ordered by it, if the prefix is empty", async () => {
    const { emailsOn } = await openWithUsers(["b@x", null, "a@x"])
    expect(await emailsOn({ prefix: "" })).toEqual(["a@x", "b@x"])
    expect(await emailsOn({ prefix: "  " })).toEqual(["a@x", "b@x"])
  })

  test.each(["%", "_", "*", "?", "\\", "[", "a%", "a_", "a\\"])(
    "SEC-J8 treats %s as a literal",
    async (prefix) => {
      const { emailsOn } = await openWithUsers(["abc@x", `${prefix}d@x`, "zz@x"])
      expect(await emailsOn({ prefix })).toEqual([`${prefix}d@x`])
    },
  )

  test("finds no users if no address can start with the prefix", async () => {
    const { emailsOn } = await openWithUsers(["a@x"])
    expect(await emailsOn({ prefix: "a\0" })).toEqual([])
    expect(await emailsOn({ prefix: "a".repeat(255) })).toEqual([])
    expect(await emailsOn({ prefix: "\ud800" })).toEqual([])
  })

  test("continues on the next page", async () => {
    const { adapter } = await openWithUsers(["a3@x", "a1@x", "b@x", "a2@x"])
    const pages = await walk(adapter, "user", { prefix: "a", limit: 2 })
    expect(pages.flat()).toMatchObject([{ email: "a1@x" }, { email: "a2@x" }, { email: "a3@x" }])
  })

  test("is refused for other models than user", async () => {
    const { adapter } = openMemory()
    await expect(tools(adapter).page("session", { prefix: "a" })).rejects.toMatchObject({
      ...invalid,
      message: "Only users can be searched by prefix.",
    })
  })

  test('compares the exact prefix with email: "exact"', async () => {
    const { adapter } = openMemory({ schema: defineSchema({ email: "exact" }) })
    await adapter.createUser({ email: "Ada@x" })
    expect((await tools(adapter).page("user", { prefix: "A" })).rows).toHaveLength(1)
    expect((await tools(adapter).page("user", { prefix: "a" })).rows).toHaveLength(0)
  })
})
