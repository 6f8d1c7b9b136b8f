import { describe, expect, test } from "vitest"
import { modelNames } from "../../../src/contract/models.ts"
import { type ModelName, type PageOptions, type Upkeep, upkeep } from "../../../src/index.ts"
import { openWithAda, sessionOf, tokenFor } from "../../support/ada.ts"
import { at, minute, openMemory } from "../../support/memory.ts"
import { rowsOf } from "../support/rows.ts"

const tools = (adapter: object) => upkeep(adapter) as Upkeep
const invalid = { code: "invalid" }

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
  test("deletes expired rows and no others", async () => {
    const { adapter, travel } = await openWithAda()
    const late = await adapter.createSession({ ...sessionOf("ada", "late"), expires: at(31 * minute) })
    expect(await tools(adapter).sweep()).toBe(0)
    travel(30 * minute)
    expect(await tools(adapter).sweep()).toBe(2)
    expect(await rowsOf(adapter, "session")).toEqual([late])
    expect(await rowsOf(adapter, "verificationToken")).toEqual([])
    expect(await rowsOf(adapter, "user")).toHaveLength(1)
  })

  test("compares with the given time", async () => {
    const { adapter } = await openWithAda()
    expect(await tools(adapter).sweep({ now: at(10 * minute - 1) })).toBe(0)
    expect(await tools(adapter).sweep({ now: at(10 * minute) })).toBe(1)
  })

  test("deletes at most `limit` rows over all models; fewer mean that none are left", async () => {
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

describe("SEC-J12 arguments of upkeep", () => {
  test.each([
    ["a text as the cursor", { after: "ada" }],
    ["a cursor of another key", { after: { email: "a@x" } }],
    ["an empty cursor", { after: {} }],
    ["a list as the cursor", { after: ["ada"] }],
    ["an operator in a cursor", { after: { id: { $gt: "" } } }],
    ["a cursor that no row can have", { after: { id: "\0" } }],
    ["a number as the prefix", { prefix: 7 }],
    ["a list as the prefix", { prefix: ["a"] }],
    ["null instead of the options", null],
    ["a text instead of the options", "a"],
  ])("%s is invalid", async (_, options) => {
    const { adapter } = await openWithAda()
    await expect(tools(adapter).page("user", options as unknown as PageOptions)).rejects.toMatchObject(
      invalid,
    )
  })

  test("an unknown model is invalid", async () => {
    const { adapter } = openMemory()
    for (const model of ["users", "__proto__", "constructor", undefined, {}] as ModelName[]) {
      await expect(tools(adapter).page(model)).rejects.toMatchObject(invalid)
      await expect(tools(adapter).count(model)).rejects.toMatchObject({ ...invalid, operation: "count" })
    }
  })

  test.each([
    ["a text as the date", { now: "tomorrow" }],
    ["an invalid date", { now: new Date(Number.NaN) }],
    ["a limit of 0", { limit: 0 }],
    ["null instead of the options", null],
  ])("a sweep with %s is invalid and deletes nothing", async (_, options) => {
    const { adapter, travel } = await openWithAda()
    travel(24 * 60 * minute)
    await expect(tools(adapter).sweep(options as never)).rejects.toMatchObject(invalid)
    expect(await rowsOf(adapter, "session")).toHaveLength(1)
  })
})
