import { describe, expect, test } from "vitest"
import { internals } from "../../src/contract/internals.ts"
import { getRotatePage } from "../../src/contract/layered.ts"
import { defineSchema, extras, text, upkeep } from "../../src/index.ts"
import { createAccountCipher } from "../../src/layers/encrypted-tokens/account-cipher.ts"
import { checkFields } from "../../src/layers/encrypted-tokens/encrypted-fields.ts"
import { checkKeys } from "../../src/layers/encrypted-tokens/encryption-keys.ts"
import { createRotatePage } from "../../src/layers/encrypted-tokens/rotate-page.ts"
import { type ExistingPlaintext, encryptedTokens, hashedSessions } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { testKey, testKeys } from "./support/test-keys.ts"

const oldKeys = testKeys.slice(1)
const run = { after: undefined, limit: 100, dryRun: false, dropUnreadable: false }
const tokens = { access_token: "access", refresh_token: "refresh", id_token: "id", note: "note" }
const provider = "github"
const fields = ["note"]

async function open() {
  const base = memoryAdapter({
    schema: defineSchema({ account: { fields: { note: text({ optional: true }) } } }),
  })
  const { id: userId } = await base.createUser({ email: "ada@example.com" })
  const withKeys = (keys = testKeys, existingPlaintext: ExistingPlaintext = "accept") =>
    encryptedTokens(base, { keys, fields, existingPlaintext })
  const link = (adapter: typeof base, providerAccountId: string, more: object = {}) =>
    adapter.linkAccount({ userId, type: "oauth", provider, providerAccountId, ...tokens, ...more })
  const rotate = (options: object = {}, existingPlaintext?: ExistingPlaintext) =>
    getRotatePage({ ...hashedSessions(withKeys(testKeys, existingPlaintext)) })?.({ ...run, ...options })
  return { base, withKeys, link, rotate, raw: (id: string) => base.getAccount(id, provider) }
}

test("SEC-I4: rotation encrypts with the first key what is not, and a second run changes nothing", async () => {
  const { base, withKeys, link, rotate, raw } = await open()
  await link(withKeys(oldKeys), "old")
  await link(base, "plain", { id_token: null, note: "" })
  await link(withKeys(), "done")
  await link(base, "none", { access_token: null, refresh_token: undefined, id_token: null, note: null })
  const rows = (await upkeep(withKeys()).page("account")).rows
  const done = await raw("done")
  const found = { accounts: 4, values: { new: 4, old: 4 }, plain: 2, dropped: 0, problems: [], next: null }

  const before = await upkeep(base).page("account")
  expect(await rotate({ dryRun: true })).toEqual({ ...found, changed: 0 })
  expect(await upkeep(base).page("account")).toEqual(before)

  expect(await rotate()).toEqual({ ...found, changed: 2 })
  expect((await upkeep(withKeys(testKeys.slice(0, 1), "refuse")).page("account")).rows).toEqual(rows)
  expect(await raw("done")).toEqual(done)
  const after = await upkeep(base).page("account")
  expect(await rotate()).toEqual({ ...found, changed: 0, values: { new: 10 }, plain: 0 })
  expect(await rotate({ dropUnreadable: true })).toMatchObject({ changed: 0, values: { new: 10 } })
  expect(await upkeep(base).page("account")).toEqual(after)
})

test("SEC-I6: values that cannot be decrypted stay, are reported, and are dropped by choice", async () => {
  const { base, withKeys, link, rotate, raw } = await open()
  await link(withKeys([testKey("lost", 3)]), "lost", { id_token: null, note: null })
  await link(withKeys(oldKeys), "moved")
  const { access_token: moved } = (await raw("moved")) ?? {}
  await link(base, "damaged", { access_token: "enc1.damaged", refresh_token: moved, id_token: null })
  await link(base, "long", { id_token: "x".repeat(60_000) })
  const before = await raw("damaged")

  const problemsOf = (page: Awaited<ReturnType<typeof rotate>>) =>
    page?.problems.map(({ providerAccountId, field, code }) => `${providerAccountId} ${field} ${code}`)
  const all = [
    "damaged access_token corrupt",
    "damaged refresh_token corrupt",
    "long id_token invalid",
    "lost access_token corrupt",
    "lost refresh_token corrupt",
  ]
  expect(problemsOf(await rotate({ dryRun: true, dropUnreadable: true }))).toEqual(all)
  const rotated = await rotate()
  expect(problemsOf(rotated)).toEqual(all)
  expect(rotated?.problems.at(-1)?.message).toContain("the key lost, which is not among the keys")
  expect(JSON.stringify(rotated)).not.toContain(String(moved))
  // The other fields of the account are rotated.
  expect(await raw("damaged")).toEqual({ ...before, note: expect.stringMatching(/^enc1\.new\./) })

  const dropped = await rotate({ dropUnreadable: true })
  expect([dropped?.dropped, problemsOf(dropped)]).toEqual([4, ["long id_token invalid"]])
  expect(await withKeys().getAccount("lost", provider)).not.toHaveProperty("refresh_token")
  expect(await withKeys().getAccount("moved", provider)).toMatchObject(tokens)
})

test("SEC-I3: a damaged value under the first key is found by a dry run, and dropped by choice", async () => {
  const { base, withKeys, link, rotate, raw } = await open()
  await link(withKeys(), "current")
  const { access_token: moved } = (await raw("current")) ?? {}
  await link(withKeys(), "damaged")
  await extras(base).updateAccount?.({ provider, providerAccountId: "damaged", refresh_token: moved })
  const problem = { providerAccountId: "damaged", field: "refresh_token", code: "corrupt" }
  expect(await rotate({ dryRun: true })).toMatchObject({ problems: [problem] })
  expect(await rotate(), "what has the first key is not decrypted").toMatchObject({
    changed: 0,
    problems: [],
  })
  expect(await rotate({ dropUnreadable: true })).toMatchObject({ changed: 1, dropped: 1, problems: [] })
  const { refresh_token, ...others } = tokens
  expect(await withKeys().getAccount("damaged", provider)).toMatchObject(others)
  expect(await raw("damaged")).not.toHaveProperty("refresh_token")
})

test("SEC-I6: with existingPlaintext: refuse, a value without encryption is reported, and never becomes a valid one", async () => {
  const { base, link, rotate, raw } = await open()
  await link(base, "slipped-in", { refresh_token: null, id_token: null, note: null })
  const before = await raw("slipped-in")
  for (const dryRun of [true, false])
    expect(await rotate({ dryRun }, "refuse")).toMatchObject({
      ...{ changed: 0, plain: 1 },
      problems: [{ field: "access_token", code: "corrupt", message: expect.stringContaining("rotate-keys") }],
    })
  expect(await raw("slipped-in")).toEqual(before)
  expect(await rotate({ dropUnreadable: true }, "refuse")).toMatchObject({ dropped: 1, problems: [] })
  expect(await raw("slipped-in")).not.toHaveProperty("access_token")
})

test("is done page by page", async () => {
  const { base, link, rotate } = await open()
  for (const id of ["1", "2", "3"]) await link(base, id)
  const first = await rotate({ limit: 2 })
  expect(first).toMatchObject({ accounts: 2, changed: 2, next: { provider, providerAccountId: "2" } })
  expect(await rotate({ limit: 2, after: first?.next })).toMatchObject({
    accounts: 1,
    changed: 1,
    next: null,
  })
})

describe("beside the application", () => {
  /** Rotates, while the application writes after the page was read. */
  async function openRace(overHttp = false) {
    const opened = await open()
    const { base, withKeys, link } = opened
    await link(base, "1")
    const app = extras(withKeys())
    const rotateWhile = async (write: (more: typeof app) => Promise<unknown>) => {
      const tools = upkeep(base)
      const page = (async (...args: Parameters<typeof tools.page>) => {
        const read = await tools.page(...args)
        await write(app)
        return read
      }) as typeof tools.page
      const below = { operations: base, extras: extras(base), upkeep: { ...tools, page }, slots: undefined }
      const cipher = createAccountCipher(checkFields(base, fields), checkKeys(testKeys), true)
      const inside = overHttp ? undefined : internals(base)
      return createRotatePage(below, inside, cipher, "new")?.(run)
    }
    return { ...opened, rotateWhile, key: { provider, providerAccountId: "1" } }
  }

  test.each(Object.keys(tokens))("a new %s is never overwritten", async (field) => {
    const { rotateWhile, key, withKeys } = await openRace()
    await rotateWhile((app) => app.updateAccount({ ...key, [field]: "newer" }))
    const strict = withKeys(testKeys.slice(0, 1), "refuse")
    expect(await strict.getAccount("1", provider)).toMatchObject({ ...tokens, [field]: "newer" })
  })

  test.each(["access_token", "refresh_token"])("over HTTP, a new %s is never overwritten", async (field) => {
    const { rotateWhile, key, withKeys } = await openRace(true)
    await rotateWhile((app) => app.updateAccount({ ...key, [field]: "newer", id_token: "newer" }))
    const strict = withKeys(testKeys.slice(0, 1), "refuse")
    expect(await strict.getAccount("1", provider)).toMatchObject({
      ...tokens,
      [field]: "newer",
      id_token: "newer",
    })
  })

  test("an account that is unlinked does not come back", async () => {
    const { rotateWhile, key, base, raw } = await openRace()
    const report = await rotateWhile(() => base.unlinkAccount(key))
    expect([report?.problems, await raw("1")]).toEqual([[], null])
  })
})

test("an adapter without the layer, or without lists, has no rotation", () => {
  const official = { createUser: async () => null, getAccount: async () => null }
  expect(getRotatePage(memoryAdapter())).toBeUndefined()
  expect(getRotatePage(encryptedTokens(official, { keys: testKeys }))).toBeUndefined()
})
