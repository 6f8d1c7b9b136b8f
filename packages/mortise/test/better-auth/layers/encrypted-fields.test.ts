import type { BetterAuthOptions, BetterAuthPlugin } from "better-auth"
import { expect, test } from "vitest"
import { type Database, mortiseDatabase } from "../../../src/better-auth/index.ts"
import { getOpenCiphers } from "../../../src/contract/layered.ts"
import {
  type EncryptedTokensOptions,
  type EncryptionKey,
  encryptedTokens,
} from "../../../src/layers/index.ts"
import { openApplication } from "./application.ts"

const email = "ada@example.com"
const secret = "canary-of-a-client-secret"
const config = JSON.stringify({ clientId: "id", clientSecret: secret })
const key = (id: string): EncryptionKey => ({ id, secret: crypto.getRandomValues(new Uint8Array(32)) })
const first = key("first")
const refused = expect.objectContaining({ code: "invalid" })
const corrupt = expect.objectContaining({ code: "corrupt" })

/** As @better-auth/sso declares it. */
const providers: BetterAuthPlugin = {
  id: "sso",
  schema: {
    ssoProvider: {
      modelName: "connections",
      fields: {
        issuer: { type: "string", required: true },
        oidcConfig: { type: "string", required: false, fieldName: "oidc_config" },
        userId: { type: "string", references: { model: "user", field: "id" } },
        providerId: { type: "string", required: true, unique: true },
        domainVerified: { type: "boolean", required: false },
        createdAt: { type: "date", required: true, defaultValue: () => new Date() },
        label: { type: "string", required: false, index: true },
        note: { type: "string", required: false, defaultValue: "none" },
      },
    },
  },
}
const fields = { ssoProvider: ["oidcConfig"] }
const model = "ssoProvider"

const encrypted =
  (options: Partial<EncryptedTokensOptions> = {}) =>
  (database: Database): Database =>
    encryptedTokens(database, { keys: [first], ...options })

async function openWithProvider(options: BetterAuthOptions = {}, wrap = encrypted({ fields })) {
  const application = await openApplication({ plugins: [providers], ...options }, wrap)
  await application.visit().signUp(email)
  const userId = await application.findUserId(email)
  const create = (providerId: string, text: string | null = config) =>
    application.adapter.create<Record<string, unknown>>({
      model,
      data: { issuer: "https://id.example", oidcConfig: text, userId, providerId },
    })
  return { ...application, create, provider: await create("acme") }
}

const whereAcme = [{ field: "providerId", value: "acme" }]

test("fields of plugins are stored encrypted for their row", async () => {
  const application = await openWithProvider()
  const { adapter, client, column, create, provider } = application
  expect(provider).toMatchObject({ oidcConfig: config, providerId: "acme" })
  expect(await column("connections", "oidc_config")).toEqual([expect.stringMatching(/^enc1\.first\./)])
  expect(await adapter.findOne({ model, where: whereAcme })).toMatchObject({ oidcConfig: config })
  expect(await adapter.findOne({ model: "connections", where: whereAcme, select: ["oidcConfig"] })).toEqual({
    oidcConfig: config,
  })
  expect(
    await adapter.create({
      model,
      data: { issuer: "i", oidcConfig: config, userId: provider["userId"], providerId: "selected" },
      select: ["oidcConfig"],
    }),
  ).toEqual({ oidcConfig: config })
  await create("none", null)
  const joined = await (
    await application.restart(
      { plugins: [providers], advanced: { database: { joins: true } } },
      encrypted({ fields }),
    )
  ).adapter.findOne({ model: "user", where: [{ field: "email", value: email }], join: { ssoProvider: true } })
  expect(joined).toMatchObject({
    ssoProvider: expect.arrayContaining([expect.objectContaining({ oidcConfig: config })]),
  })
  const newer = config.replace("id", "newer")
  expect(
    await adapter.transaction((inner) =>
      inner.update({ model, where: whereAcme, update: { oidcConfig: newer, providerId: "acme" } }),
    ),
  ).toMatchObject({ oidcConfig: newer })
  expect(await adapter.update({ model, where: whereAcme, update: { providerId: "renamed" } })).toMatchObject({
    oidcConfig: newer,
  })
  expect(
    await adapter.incrementOne?.({
      model,
      where: [{ field: "providerId", value: "renamed" }],
      increment: {},
      set: { oidcConfig: config },
    }),
  ).toMatchObject({ oidcConfig: config })
  expect(application.readFiles()).not.toContain(secret)
  await client.execute(
    "UPDATE connections SET oidc_config = (SELECT oidc_config FROM connections WHERE providerId = 'selected') WHERE providerId = 'renamed'",
  )
  const moved = await adapter.consumeOne<{ oidcConfig: string }>?.({
    model,
    where: [{ field: "providerId", value: "renamed" }],
  })
  expect(() => moved?.oidcConfig).toThrow(corrupt)
})

test("a row whose values cannot be encrypted is not created", async () => {
  const { adapter, create } = await openWithProvider()
  await expect(create("bad", "\0")).rejects.toEqual(refused)
  await expect(
    adapter.transaction(async () => {
      await create("undone")
      throw new Error("undone")
    }),
  ).rejects.toThrow("undone")
  expect(await adapter.count({ model })).toBe(1)
})

test("ids can be the database's, and fields those of users", async () => {
  const { adapter, findUserId, provider, column } = await openWithProvider(
    {
      advanced: { database: { generateId: "serial" } },
      user: { additionalFields: { taxNumber: { type: "string", required: false } } },
    },
    encrypted({ fields: { ...fields, user: ["taxNumber"], account: ["scope"] } }),
  )
  expect(provider).toMatchObject({ id: "1", oidcConfig: config })
  expect(await adapter.findOne({ model, where: whereAcme })).toMatchObject({ oidcConfig: config })
  const where = [{ field: "id", value: await findUserId(email) }]
  await adapter.update({ model: "user", where, update: { taxNumber: secret } })
  expect(await adapter.findOne({ model: "user", where })).toMatchObject({ taxNumber: secret })
  expect(await column("user", "taxNumber")).toEqual([expect.stringMatching(/^enc1\./)])
})

test("what cannot be done with encrypted fields is refused", async () => {
  const { adapter, client, column } = await openWithProvider()
  const before = await column("connections", "oidc_config")
  const calls = [
    adapter.findOne({ model, where: [{ field: "oidcConfig", value: config }] }),
    adapter.findMany({ model, where: [{ field: "oidc_config", operator: "contains", value: secret }] }),
    adapter.findMany({ model, sortBy: { field: "oidcConfig", direction: "asc" } }),
    adapter.count({ model: "connections", where: [{ field: "oidcConfig", operator: "ne", value: "" }] }),
    adapter.deleteMany({ model, where: [{ field: "oidcConfig", operator: "in", value: [config] }] }),
    adapter.consumeOne?.({ model: "verification", where: [{ field: "value", value: secret }] }),
    adapter.incrementOne?.({ model, where: whereAcme, increment: { oidcConfig: 1 } }),
    adapter.updateMany({ model, where: whereAcme, update: { oidcConfig: config } }),
    adapter.update({ model, where: whereAcme, update: { id: "other" } }),
    adapter.update({ model, where: whereAcme, update: { oidcConfig: 1 } }),
  ]
  for (const call of calls) await expect(call).rejects.toEqual(refused)
  expect(await adapter.findOne({ model, where: [{ field: "oidcConfig", value: null }] })).toBeNull()
  expect(await column("connections", "oidc_config")).toEqual(before)
  const start = (option: object) =>
    encrypted({ fields: option as NonNullable<EncryptedTokensOptions["fields"]> })(mortiseDatabase(client))({
      plugins: [providers],
    })
  expect(() => start({ ssoProvider: "oidcConfig" })).toThrow(refused)
  expect(() => start({ absent: ["secret"] })).toThrow("absent.secret is not declared")
  for (const field of [
    "absent",
    "domainVerified",
    "providerId",
    "userId",
    "createdAt",
    "label",
    "note",
    "id",
  ])
    expect(() => start({ ssoProvider: [field] })).toThrow(`ssoProvider.${field}`)
  for (const [owner, field] of [
    ["account", "password"],
    ["account", "accountId"],
    ["verification", "identifier"],
    ["user", "email"],
    ["session", "token"],
  ])
    expect(() => start({ [owner as string]: [field] })).toThrow(refused)
  expect(() => start({ connections: ["oidcConfig"], verification: ["value"] })).not.toThrow()
})

test("tools decrypt what is stored, and encrypt it with the first key", async () => {
  const { client, context, provider } = await openWithProvider()
  const second = key("second")
  const rotated = encrypted({ keys: [second, first], fields })(mortiseDatabase(client))
  const opened = await getOpenCiphers(rotated)?.(context.options)
  expect(opened?.firstKey).toBe("second")
  expect(opened?.ciphers.map((cipher) => [cipher.model, cipher.fields])).toEqual([
    ["account", ["accessToken", "refreshToken", "idToken"]],
    ["verification", ["value"]],
    ["ssoProvider", ["oidcConfig"]],
  ])
  const cipher = opened?.ciphers.find((found) => found.model === model)
  const [row] = (await client.execute("SELECT id, oidc_config FROM connections")).rows
  const stored = { id: row?.["id"], oidcConfig: row?.["oidc_config"] }
  expect(await cipher?.openField(stored, "oidcConfig")).toBe(config)
  expect(await cipher?.sealFields(provider, { oidcConfig: config })).toEqual({
    oidcConfig: expect.stringMatching(/^enc1\.second\./),
  })
})
