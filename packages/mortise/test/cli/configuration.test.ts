import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { loadConfiguration } from "../../src/cli/configuration/configuration.ts"
import { withEnvironment } from "../../src/cli/serve/serve-adapter.ts"
import { temporaryTree } from "../support/temporary-tree.ts"

const record = { id: "web", hash: "x".repeat(43), permissions: ["operations"] }
const memory = { MORTISE_ADAPTER: "memory" }
const fileOf = (text: string) => join(temporaryTree({ "mortise.config.mjs": text }), "mortise.config.mjs")
const load = (text: string) => loadConfiguration(fileOf(text), {})

describe("the configuration from environment variables", () => {
  test("has the adapter", async () => {
    const { adapter, options, close } = await loadConfiguration(undefined, memory)
    expect(adapter).toHaveProperty("getUser")
    expect(options).toEqual({})
    await close()
  })

  test("is not read if a file is named", async () => {
    const path = fileOf("export const adapter = { mark: 1 }")
    expect((await loadConfiguration(path, memory)).adapter).toEqual({ mark: 1 })
  })
})

describe("the options of serve in the environment", () => {
  const expires = "2098-01-01T00:00:00.000Z"
  const env = {
    MORTISE_KEYS: JSON.stringify([record, { ...record, expires }]),
    MORTISE_AUDIENCE: "https://data.example",
  }
  const fromEnvironment = {
    keys: [record, { ...record, expires: new Date(expires) }],
    audience: "https://data.example",
  }

  test("are the keys, with their expiry as a Date, and the audience, next to other options of a file", () => {
    expect(withEnvironment({}, env)).toEqual({ options: fromEnvironment, ignored: [] })
    const path = "/auth-data"
    expect(withEnvironment({ path }, env)).toEqual({ options: { path, ...fromEnvironment }, ignored: [] })
    expect(withEnvironment({ path }, {})).toEqual({ options: { path }, ignored: [] })
  })

  test("give way to those of a file, and are then not read", () => {
    const options = { keys: () => [], audience: "https://other.example" }
    const ignored = ["MORTISE_KEYS", "MORTISE_AUDIENCE"]
    expect(withEnvironment(options, { ...env, MORTISE_KEYS: "{" })).toEqual({ options, ignored })
    const { keys } = fromEnvironment
    const { audience } = options
    expect(withEnvironment({ audience }, env)).toEqual({
      options: { keys, audience },
      ignored: ["MORTISE_AUDIENCE"],
    })
  })
})

describe("the configuration from a file", () => {
  test("has the adapter, the options and what closes the client", async () => {
    const { adapter, options, close } = await load(
      "export const adapter = { mark: 1, closed: 0 }; export const options = { audience: 'a' }; " +
        "export const close = async () => { adapter.closed++ }",
    )
    expect([adapter, options]).toEqual([{ mark: 1, closed: 0 }, { audience: "a" }])
    await close()
    expect(adapter).toMatchObject({ closed: 1 })
  })

  test("may create the adapter in a function", async () => {
    const { adapter, options, close } = await load("export const adapter = async () => ({ mark: 2 })")
    expect([adapter, options]).toEqual([{ mark: 2 }, {}])
    await close()
  })

  test.each([
    ["export const adapter = 7", "must export `adapter`"],
    ["export const adapter = null", "must export `adapter`"],
    ["export const other = {}", "must export `adapter`"],
    ["export const adapter = {}; export const options = 7", "must be an object with the options"],
    ["export const adapter = {}; export const options = null", "must be an object with the options"],
    ["export const adapter = () => { throw new Error('x') }", "check how it opens its client"],
    ["throw new Error('x')", "could not be loaded"],
  ])("%j is refused with the exit code 3", async (text, sentence) => {
    await expect(load(text)).rejects.toMatchObject({ code: 3, message: expect.stringContaining(sentence) })
  })

  test("must exist", async () => {
    await expect(loadConfiguration("/nowhere/mortise.config.mjs", {})).rejects.toMatchObject({
      code: 3,
      message: expect.stringContaining("does not exist"),
    })
  })
})
