import type { BetterAuthOptions } from "better-auth"
import Sqlite from "libsql"
import { expect, onTestFinished, test } from "vitest"
import { type Database, mortiseDatabase } from "../../../src/better-auth/index.ts"
import { sessionReference } from "../../../src/contract/session-token.ts"
import {
  type EncryptedTokensOptions,
  type EncryptionKey,
  encryptedTokens,
  hashedSessions,
} from "../../../src/layers/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { type Application, bare, openApplication, password } from "./application.ts"

const email = "ada@example.com"
const key = (id: string): EncryptionKey => ({ id, secret: crypto.getRandomValues(new Uint8Array(32)) })
const first = key("first")
const tokens = { accessToken: "gho_access", refreshToken: "ghr_refresh", idToken: "header.claims.signature" }
const place = { providerId: "github", accountId: "1815" }
const settings: BetterAuthOptions = {
  socialProviders: { github: { clientId: "id", clientSecret: "secret" } },
}

const encrypted =
  (options: Partial<EncryptedTokensOptions> = {}) =>
  (database: Database): Database =>
    encryptedTokens(database, { keys: [first], ...options })

/** An application with a signed-in user who has an account at a provider. */
async function openWithAccount(wrap = encrypted(), options: BetterAuthOptions = {}) {
  const application = await openApplication({ ...settings, ...options }, wrap)
  const ada = application.visit()
  await ada.signUp(email)
  const userId = await application.findUserId(email)
  const account = await application.context.internalAdapter.linkAccount({ ...place, ...tokens, userId })
  return { ...application, ada, userId, account }
}

const readTokens = async ({ column }: Application): Promise<string> =>
  (await Promise.all(Object.keys(tokens).map((name) => column("account", name)))).flat().join()

const whereGithub = [{ field: "providerId", value: "github" }]

test("the database holds encrypted tokens, and Better Auth sees them", async () => {
  const application = await openWithAccount()
  const { account, ada, adapter, client, context, readFiles, userId } = application
  expect(account).toMatchObject(tokens)
  expect(await readTokens(application)).toMatch(/^(null,enc1\.first\.[\w.-]+,?){3}$/)
  expect(await adapter.findOne({ model: "account", where: whereGithub })).toMatchObject(tokens)
  expect(await adapter.findMany({ model: "account", where: whereGithub })).toMatchObject([tokens])
  expect(await adapter.findOne({ model: "account", where: whereGithub, select: ["accessToken"] })).toEqual({
    accessToken: tokens.accessToken,
  })
  expect(
    (await context.internalAdapter.findUserByEmail(email, { includeAccounts: true }))?.accounts,
  ).toContainEqual(expect.objectContaining(tokens))
  expect(await context.internalAdapter.findAccountOwnerByKey(place)).toMatchObject({
    account: tokens,
    user: { id: userId },
  })
  const answer = await ada.post("/get-access-token", { accountId: account?.id })
  expect(answer.body).toMatchObject({ accessToken: tokens.accessToken })
  const changed = await context.internalAdapter.updateAccount(account?.id ?? "", { accessToken: "gho_newer" })
  expect(changed).toMatchObject({ ...tokens, accessToken: "gho_newer" })
  await client.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  for (const text of [...Object.values(tokens), "gho_newer"]) expect(readFiles()).not.toContain(text)
  await adapter.transaction((inner) =>
    inner.update({ model: "account", where: whereGithub, update: { accessToken: "gho_inside" } }),
  )
  expect(await readTokens(application)).not.toContain("gho_inside")
  expect(
    await adapter.incrementOne?.({
      model: "account",
      where: whereGithub,
      increment: {},
      set: { accessToken: null },
    }),
  ).toMatchObject({ ...tokens, accessToken: null })
  expect((await ada.post("/unlink-account", { accountId: account?.id })).status).toBe(200)
  expect(await adapter.count({ model: "account", where: whereGithub })).toBe(0)
})

test("values have the format of Auth.js's accounts", async () => {
  const application = await openWithAccount()
  const base = memoryAdapter()
  const theirs = encryptedTokens(base, { keys: [first] })
  const { id: userId } = await theirs.createUser({ email })
  const [, stored = ""] = await application.column("account", "accessToken")
  await base.linkAccount({
    provider: "github",
    providerAccountId: "1815",
    type: "oauth",
    userId,
    access_token: stored,
  })
  expect((await theirs.getAccount("1815", "github"))?.access_token).toBe(tokens.accessToken)
})

test("a value cannot move to another account or field, and the rest still works", async () => {
  const { account, ada, adapter, client, context, visit } = await openWithAccount()
  await client.execute("UPDATE account SET refreshToken = accessToken WHERE providerId = 'github'")
  const row = await adapter.findOne<typeof tokens>({ model: "account", where: whereGithub })
  expect(row).toMatchObject({ accessToken: tokens.accessToken })
  expect(() => row?.refreshToken).toThrow(
    expect.objectContaining({ code: "corrupt", message: expect.stringContaining("account.refreshToken") }),
  )
  await client.execute("UPDATE account SET accountId = '1816' WHERE providerId = 'github'")
  const moved = await adapter.findOne<typeof tokens>({ model: "account", where: whereGithub })
  expect(() => moved?.accessToken).toThrow(expect.objectContaining({ code: "corrupt" }))
  expect((await ada.post("/get-access-token", { accountId: account?.id })).body).toMatchObject({
    code: "FAILED_TO_GET_ACCESS_TOKEN",
  })
  expect(await visit().signIn(email)).not.toBe("")
  expect((await ada.get("/list-accounts")).body).toHaveLength(2)
  const update = { accessToken: "gho_newer" }
  expect(await adapter.update({ model: "account", where: whereGithub, update })).toMatchObject(update)
  await context.internalAdapter.deleteAccount(account?.id ?? "")
  expect(await adapter.count({ model: "account", where: whereGithub })).toBe(0)
})

test("tokens from before the layer are read, and encrypted by the next write, or refused", async () => {
  const application = await openWithAccount(bare)
  expect(await readTokens(application)).toContain(tokens.accessToken)
  const { adapter } = await application.restart(settings, encrypted())
  expect(await adapter.findOne({ model: "account", where: whereGithub })).toMatchObject(tokens)
  await adapter.update({ model: "account", where: whereGithub, update: { accessToken: "gho_newer" } })
  expect(await application.column("account", "accessToken")).toEqual([
    "null",
    expect.stringMatching(/^enc1\.first\./),
  ])
  const strict = await application.restart(settings, encrypted({ existingPlaintext: "refuse" }))
  const row = await strict.adapter.findOne<typeof tokens>({ model: "account", where: whereGithub })
  expect(row?.accessToken).toBe("gho_newer")
  expect(() => row?.idToken).toThrow(
    expect.objectContaining({ code: "corrupt", message: expect.stringContaining("existingPlaintext") }),
  )
})

test("each key decrypts what it encrypted", async () => {
  const application = await openWithAccount()
  const second = key("second")
  const { adapter } = await application.restart(settings, encrypted({ keys: [second, first] }))
  const update = { accessToken: "gho_newer" }
  expect(await adapter.update({ model: "account", where: whereGithub, update })).toMatchObject({
    ...tokens,
    ...update,
  })
  expect(await readTokens(application)).toMatch(/enc1\.second\..*enc1\.first\./)
  const without = await application.restart(settings, encrypted({ keys: [second] }))
  const row = await without.adapter.findOne<typeof tokens>({ model: "account", where: whereGithub })
  expect(row?.accessToken).toBe("gho_newer")
  expect(() => row?.idToken).toThrow("first")
})

test("what cannot be encrypted for an account is refused", async () => {
  const application = await openWithAccount()
  const { adapter } = application
  const before = await readTokens(application)
  const refused = { code: "invalid" }
  const update = { accessToken: "gho_newer" }
  await expect(adapter.updateMany({ model: "account", where: whereGithub, update })).rejects.toMatchObject(
    refused,
  )
  await expect(
    adapter.update({ model: "account", where: whereGithub, update: { accountId: "1816" } }),
  ).rejects.toMatchObject(refused)
  await expect(
    adapter.findOne({ model: "account", where: [{ field: "accessToken", value: tokens.accessToken }] }),
  ).rejects.toMatchObject(refused)
  await expect(
    adapter.update({ model: "account", where: whereGithub, update: { accessToken: 1 } }),
  ).rejects.toMatchObject({ ...refused, message: expect.stringContaining("account.accessToken") })
  const absent = [{ field: "providerId", value: "absent" }]
  expect(await adapter.update({ model: "account", where: absent, update })).toBeNull()
  expect(await readTokens(application)).toBe(before)
  const ofPassword = [{ field: "providerId", value: "credential" }]
  const hash = await application.context.password.hash(`${password}!`)
  expect(await adapter.updateMany({ model: "account", where: ofPassword, update: { password: hash } })).toBe(
    1,
  )
})

test("a change is not written to an account that became another one meanwhile", async () => {
  const { client, column, file } = await openWithAccount()
  const connection = new Sqlite(file)
  onTestFinished(() => void connection.close())
  let changes = 0
  const onStatement = (text: string) => {
    if (/^update/i.test(text) && changes++ === 0)
      connection.exec("UPDATE account SET accountId = '1816' WHERE providerId = 'github'")
  }
  const adapter = encrypted()(mortiseDatabase(client, { onStatement }))(settings)
  const before = await column("account", "accessToken")
  const update = { accessToken: "gho_newer" }
  expect(await adapter.update({ model: "account", where: whereGithub, update })).toBeNull()
  expect(changes).toBeGreaterThan(0)
  expect(await column("account", "accessToken")).toEqual(before)
})

test("names of tables and columns do not matter", async () => {
  const { adapter, column } = await openWithAccount(encrypted(), {
    account: { modelName: "links", fields: { accessToken: "secret_text", accountId: "number" } },
    advanced: { database: { joins: true } },
  })
  expect(await column("links", "secret_text")).toEqual(["null", expect.stringMatching(/^enc1\./)])
  expect(await adapter.findOne({ model: "links", where: whereGithub })).toMatchObject(tokens)
  const where = [{ field: "email", value: email }]
  expect(await adapter.findOne({ model: "user", where, join: { account: true } })).toMatchObject({
    account: expect.arrayContaining([expect.objectContaining(tokens)]),
  })
  await expect(
    adapter.findOne({ model: "account", where: [{ field: "secret_text", value: "x" }] }),
  ).rejects.toMatchObject({ code: "invalid" })
})

test("the layers can be used together, and options that exclude them are refused", async () => {
  const { client, column, visit } = await openApplication(settings, (database) =>
    encrypted()(hashedSessions(database)),
  )
  const token = await visit().signUp(email)
  expect(await column("session", "token")).toEqual([await sessionReference(token)])
  const database = mortiseDatabase(client)
  expect(() => encrypted()(encrypted()(database))).toThrow("already")
  expect(() => encrypted({ fields: ["scope"] })(database)).toThrow("fields")
  expect(() => encrypted({ keys: [] })(database)).toThrow("keys")
  expect(() => encrypted()(database)({ account: { encryptOAuthTokens: true } })).toThrow(
    expect.objectContaining({ code: "invalid", message: expect.stringContaining("encryptOAuthTokens") }),
  )
})
