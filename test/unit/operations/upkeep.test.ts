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
import { at, minute, openMemory } from "../support/memory.ts"
import { accountOf, openWithAda, sessionOf, tokenFor } from "../support/people.ts"
import { rowsOf } from "../support/rows.ts"

const tools = (adapter: object) => upkeep(adapter) as Upkeep
const invalid = { code: "invalid" }

async function openWithUsers(emails: readonly (string | null)[]) {
  const memory = openMemory()
  for (const [n, email] of emails.entries()) await memory.adapter.createUser({ id: `user ${n}`, email })
  const emailsOn = async (options: PageOptions) =>
    (await tools(memory.adapter).page("user", options)).rows.map(({ email }) => email)
  return { ...memory, emailsOn }
}

/** Goes through all pages, from `next` to `next`. */
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
  test("walks through all rows in the order of their key, none twice", async () => {
    const { adapter } = openMemory()
    const ids = ["b", "a", "c", "e", "d"]
    for (const id of ids) await adapter.createUser({ id })
    const pages = await walk(adapter, "user", { limit: 2 })
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
    expect(pages.flat()).toMatchObject(["a", "b", "c", "d", "e"].map((id) => ({ id })))
  })

  test("by keys of two fields too", async () => {
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

  test("says null after the last row", async () => {
    const { adapter } = await openWithAda()
    expect((await tools(adapter).page("user")).next).toBeNull()
    expect((await tools(adapter).page("user", { limit: 1 })).next).toEqual({ id: "ada" })
    expect(await tools(adapter).page("user", { after: { id: "ada" } })).toEqual({ rows: [], next: null })
  })

  test("goes on after a row that was deleted meanwhile", async () => {
    const { adapter } = openMemory()
    for (const id of ["a", "b", "c"]) await adapter.createUser({ id })
    const { next } = await tools(adapter).page("user", { limit: 2 })
    await adapter.deleteUser("b")
    expect((await tools(adapter).page("user", { limit: 2, after: next as Key })).rows).toMatchObject([
      { id: "c" },
    ])
  })

  test("holds 100 rows unless said, 1,000 at most", async () => {
    const { adapter } = openMemory()
    for (let n = 0; n < 101; n++) await adapter.createUser({ id: String(n) })
    expect((await tools(adapter).page("user")).rows).toHaveLength(100)
    for (const limit of [0, -1, 1.5, 1001, Number.NaN, "5", {}] as number[])
      await expect(tools(adapter).page("user", { limit })).rejects.toMatchObject(invalid)
  })

  test.each(modelNames)("pages %s", async (model) => {
    const { adapter } = await openWithAda()
    const { rows } = await tools(adapter).page(model)
    expect(rows).toHaveLength(model === "slot" ? 0 : 1)
  })
})

describe("page by prefix", () => {
  test("finds users by the start of their email, in its canonical form", async () => {
    const { emailsOn } = await openWithUsers(["bob@a", "ada@b", "ada@a", null, "adam@a"])
    expect(await emailsOn({ prefix: " ADA@" })).toEqual(["ada@a", "ada@b"])
    expect(await emailsOn({ prefix: "ada" })).toEqual(["ada@a", "ada@b", "adam@a"])
    expect(await emailsOn({ prefix: "eve" })).toEqual([])
  })

  test("the empty one finds all who have an email, in order of it", async () => {
    const { emailsOn } = await openWithUsers(["b@x", null, "a@x"])
    expect(await emailsOn({ prefix: "" })).toEqual(["a@x", "b@x"])
    expect(await emailsOn({ prefix: "  " })).toEqual(["a@x", "b@x"])
  })

  test.each(["%", "_", "*", "?", "\\", "[", "a%", "a_", "a\\"])(
    "SEC-J8 takes %s literally",
    async (prefix) => {
      const { emailsOn } = await openWithUsers(["abc@x", `${prefix}d@x`, "zz@x"])
      expect(await emailsOn({ prefix })).toEqual([`${prefix}d@x`])
    },
  )

  test("finds nobody when no address can begin so", async () => {
    const { emailsOn } = await openWithUsers(["a@x"])
    expect(await emailsOn({ prefix: "a\0" })).toEqual([])
    expect(await emailsOn({ prefix: "a".repeat(255) })).toEqual([])
    expect(await emailsOn({ prefix: "\ud800" })).toEqual([])
  })

  test("walks from page to page", async () => {
    const { adapter } = await openWithUsers(["a3@x", "a1@x", "b@x", "a2@x"])
    const pages = await walk(adapter, "user", { prefix: "a", limit: 2 })
    expect(pages.flat()).toMatchObject([{ email: "a1@x" }, { email: "a2@x" }, { email: "a3@x" }])
  })

  test("is for users alone", async () => {
    const { adapter } = openMemory()
    await expect(tools(adapter).page("session", { prefix: "a" })).rejects.toMatchObject({
      ...invalid,
      message: "Only users can be searched by prefix.",
    })
  })

  test("keeps to the email as it is given, when the schema says so", async () => {
    const { adapter } = openMemory({ schema: defineSchema({ email: "exact" }) })
    await adapter.createUser({ email: "Ada@x" })
    expect((await tools(adapter).page("user", { prefix: "A" })).rows).toHaveLength(1)
    expect((await tools(adapter).page("user", { prefix: "a" })).rows).toHaveLength(0)
  })
})

describe("SEC-J12 arguments of upkeep", () => {
  test.each([
    ["a text for a cursor", { after: "ada" }],
    ["a cursor of another key", { after: { email: "a@x" } }],
    ["an empty cursor", { after: {} }],
    ["a list for a cursor", { after: ["ada"] }],
    ["an operator in a cursor", { after: { id: { $gt: "" } } }],
    ["a cursor that cannot be", { after: { id: "\0" } }],
    ["a number for a prefix", { prefix: 7 }],
    ["a list for a prefix", { prefix: ["a"] }],
    ["no object", null],
    ["a text", "a"],
  ])("%s is invalid", async (_, options) => {
    const { adapter } = await openWithAda()
    await expect(tools(adapter).page("user", options as unknown as PageOptions)).rejects.toMatchObject(
      invalid,
    )
  })

  test("a model must be one of ours", async () => {
    const { adapter } = openMemory()
    for (const model of ["users", "__proto__", "constructor", undefined, {}] as ModelName[]) {
      await expect(tools(adapter).page(model)).rejects.toMatchObject(invalid)
      await expect(tools(adapter).count(model)).rejects.toMatchObject({ ...invalid, operation: "count" })
    }
  })

  test.each([
    ["no date", { now: "tomorrow" }],
    ["an invalid date", { now: new Date(Number.NaN) }],
    ["no limit", { limit: 0 }],
    ["nothing", null],
  ])("a sweep with %s is invalid, and removes nothing", async (_, options) => {
    const { adapter, travel } = await openWithAda()
    travel(24 * 60 * minute)
    await expect(tools(adapter).sweep(options as never)).rejects.toMatchObject(invalid)
    expect(await rowsOf(adapter, "session")).toHaveLength(1)
  })
})

describe("count", () => {
  test("counts the rows of a model", async () => {
    const { adapter } = await openWithAda()
    await adapter.createSession(sessionOf("ada", "second"))
    const counts = await Promise.all(modelNames.map((model) => tools(adapter).count(model)))
    expect(Object.fromEntries(modelNames.map((model, nth) => [model, counts[nth]]))).toEqual({
      user: 1,
      account: 1,
      session: 2,
      verificationToken: 1,
      authenticator: 1,
      slot: 0,
    })
  })
})

describe("sweep", () => {
  test("removes what has expired, and only that", async () => {
    const { adapter, travel } = await openWithAda()
    const late = await adapter.createSession({ ...sessionOf("ada", "late"), expires: at(31 * minute) })
    expect(await tools(adapter).sweep()).toBe(0)
    travel(30 * minute)
    expect(await tools(adapter).sweep()).toBe(2)
    expect(await rowsOf(adapter, "session")).toEqual([late])
    expect(await rowsOf(adapter, "verificationToken")).toEqual([])
    expect(await rowsOf(adapter, "user")).toHaveLength(1)
  })

  test("goes by the time that it is told", async () => {
    const { adapter } = await openWithAda()
    expect(await tools(adapter).sweep({ now: at(10 * minute - 1) })).toBe(0)
    expect(await tools(adapter).sweep({ now: at(10 * minute) })).toBe(1)
  })

  test("is bounded over all models; fewer than the limit means none are left", async () => {
    const { adapter, travel } = await openWithAda()
    for (let n = 0; n < 5; n++) {
      await adapter.createSession(sessionOf("ada", `session ${n}`))
      await adapter.createVerificationToken(tokenFor("ada@example.com", `token ${n}`))
    }
    travel(24 * 60 * minute)
    const swept: number[] = []
    do swept.push(await tools(adapter).sweep({ limit: 5 }))
    while (swept.at(-1) === 5)
    expect(swept).toEqual([5, 5, 2])
  })
})
