import { randomBytes } from "node:crypto"
import { betterAuth } from "better-auth"
import * as betterAuthCrypto from "better-auth/crypto"
import { describe, expect, test } from "vitest"
import { defineSchema, text } from "../../../src/index.ts"
import { encryptedTokens } from "../../../src/layers/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { type CopyProblem, copyToBetterAuth } from "../../../src/transfer/index.ts"
import { createPeople, later, peopleCount } from "../support/people.ts"
import { betterAuthOnSqlite, newSqlite, testOptions } from "./support/better-auth-on-sqlite.ts"
import { passkeyTable } from "./support/passkey-table.ts"

const withEmail = peopleCount - 1
const none = { copied: 0, equal: 0, skipped: 0, problems: 0 }

const reportOf = (outcome: "copied" | "equal") => ({
  rows: {
    user: { ...none, [outcome]: withEmail, problems: 1 },
    account: { ...none, [outcome]: withEmail, problems: 1 },
    session: { ...none, skipped: peopleCount },
    verificationToken: { ...none, skipped: withEmail },
    authenticator: { ...none, [outcome]: withEmail, problems: 1 },
  },
  skipped: [
    { model: "session", reason: "other_cookie", count: peopleCount },
    { model: "verificationToken", reason: "other_link", count: withEmail },
  ],
  problems: [
    { model: "user", reason: "no_email", count: 1 },
    { model: "account", reason: "no_user", count: 1 },
    { model: "authenticator", reason: "no_user", count: 1 },
  ],
  unconfiguredProviders: ["github"],
  isComplete: true,
})

async function open(options: Parameters<typeof betterAuthOnSqlite>[0] = {}) {
  const source = memoryAdapter()
  return { source, ...(await betterAuthOnSqlite({ plugins: [passkeyTable], ...options })) }
}

const ada = { name: "Ada", email: "ada@example.com", emailVerified: later }
const github = { type: "oauth", provider: "github", providerAccountId: "1815" } as const

describe("copyToBetterAuth", () => {
  test("copies users, accounts and passkeys, reports the rest, and verifies them in a second run", async () => {
    const { source, auth, rows } = await open()
    await createPeople(source)
    expect(await copyToBetterAuth(source, auth)).toEqual(reportOf("copied"))
    expect(await copyToBetterAuth(source, auth)).toEqual(reportOf("equal"))
    const person = await source.getUserByEmail("person-0@example.com")
    expect((await rows("user")).find(({ id }) => id === person?.id)).toEqual({
      id: person?.id,
      name: person?.name,
      email: "person-0@example.com",
      emailVerified: true,
      image: null,
      createdAt: expect.any(Date),
      updatedAt: expect.any(Date),
    })
    expect((await rows("account")).find(({ userId }) => userId === person?.id)).toMatchObject({
      providerId: "github",
      accountId: "gh-0",
      accessToken: "access-canary-0",
      accessTokenExpiresAt: new Date(1_700_000_000_000),
      refreshToken: null,
    })
    expect((await rows("session")).length + (await rows("verification")).length).toBe(0)
  })

  test("a dry run writes nothing and reports what would be copied", async () => {
    const { source, auth, rows } = await open()
    await createPeople(source)
    expect(await copyToBetterAuth(source, auth, { dryRun: true })).toEqual(reportOf("copied"))
    expect(await rows("user")).toEqual([])
    expect(await rows("account")).toEqual([])
  })

  test("a run that was stopped is continued by the next one", async () => {
    const { source, auth, rows } = await open()
    await createPeople(source)
    const stop = new AbortController()
    const stopped = await copyToBetterAuth(source, auth, { signal: stop.signal, onPage: () => stop.abort() })
    expect([stopped.isComplete, stopped.rows.user.copied, stopped.rows.account]).toEqual([
      false,
      withEmail,
      none,
    ])
    const { rows: counts } = await copyToBetterAuth(source, auth)
    expect([counts.user.equal, counts.account.copied]).toEqual([withEmail, withEmail])
    expect(await rows("account")).toHaveLength(withEmail)
  })

  test.each([[undefined], ["uuid"], ["serial"]] as const)(
    "several runs at once create no row twice (ids: %s)",
    async (generateId) => {
      const { source, auth, rows } = await open({ advanced: { database: generateId ? { generateId } : {} } })
      await createPeople(source)
      await Promise.all([1, 2, 3].map(() => copyToBetterAuth(source, auth)))
      await copyToBetterAuth(source, auth)
      expect(await copyToBetterAuth(source, auth)).toEqual(reportOf("equal"))
      for (const model of ["user", "account", "passkey"]) expect(await rows(model)).toHaveLength(withEmail)
    },
  )

  test("where Better Auth assigns ids, accounts get the new id of their user", async () => {
    const { source, auth, rows } = await open({ advanced: { database: { generateId: "serial" } } })
    const { id } = await source.createUser(ada)
    await source.linkAccount({ ...github, userId: id })
    const ids = new Map<string, string>()
    await copyToBetterAuth(source, auth, { onId: (from, to) => void ids.set(from, to) })
    const [account] = await rows("account")
    expect([...ids]).toEqual([[id, account?.["userId"]]])
    expect(ids.get(id)).toMatch(/^\d+$/)
    // A user who has changed since is found by the ids of the first run only.
    await source.updateUser({ id, name: "Ada Lovelace" })
    const outcome = async (known?: typeof ids) =>
      (await copyToBetterAuth(source, auth, known ? { ids: known } : {})).problems.map(({ reason }) => reason)
    expect(await outcome()).toEqual(["taken", "no_user"])
    expect(await outcome(ids)).toEqual(["different"])
  })

  test("SEC-T1: a stranger who signed up as somebody with a password does not get that person's accounts", async () => {
    const emailAndPassword = { enabled: true }
    const advanced = { database: { generateId: "serial" } } as const
    const { source, auth, rows } = await open({ advanced, emailAndPassword })
    const { id } = await source.createUser({ ...ada, emailVerified: null })
    await source.linkAccount({ ...github, userId: id })
    await auth.api.signUpEmail({ body: { name: "Ada", email: ada.email, password: "not-a-secret" } })
    const { problems } = await copyToBetterAuth(source, auth)
    expect(problems.map(({ model, reason }) => [model, reason])).toEqual([
      ["user", "taken"],
      ["account", "no_user"],
    ])
    expect((await rows("account")).map(({ providerId }) => providerId)).toEqual(["credential"])
  })

  test("rows are never given to another person", async () => {
    const { source, auth, rows, adapter } = await open()
    const { id } = await source.createUser(ada)
    await source.linkAccount({ ...github, userId: id })
    const data = { id: "other", name: "Mallory", email: "ada@example.com", emailVerified: false }
    await adapter.create({ model: "user", data, forceAllowId: true })
    const problems: CopyProblem[] = []
    await copyToBetterAuth(source, auth, { onProblem: (problem) => void problems.push(problem) })
    expect(problems).toEqual([
      { model: "user", userId: id, reason: "taken" },
      { model: "account", userId: id, reason: "no_user" },
    ])
    expect(await rows("account")).toEqual([])
  })

  test("an account of another user and changed values are reported and left as they are", async () => {
    const { source, auth, rows, adapter } = await open()
    const { id } = await source.createUser(ada)
    await copyToBetterAuth(source, auth)
    const update = async (model: string, change: object) =>
      adapter.update({
        model,
        where: [
          {
            field: model === "user" ? "email" : "accountId",
            value: model === "user" ? "ada@example.com" : "1815",
          },
        ],
        update: { ...change },
      })
    await update("user", { name: "Countess" })
    await source.linkAccount({ ...github, userId: id })
    expect((await copyToBetterAuth(source, auth)).problems).toEqual([
      { model: "user", reason: "different", count: 1 },
    ])
    const other = await adapter.create({
      model: "user",
      data: { name: "", email: "x@example.com", emailVerified: false },
    })
    await update("account", { userId: other["id" as never] })
    expect((await copyToBetterAuth(source, auth)).problems).toContainEqual({
      model: "account",
      reason: "taken",
      count: 1,
    })
    expect((await rows("user")).map(({ name }) => name)).toEqual(["Countess", ""])
  })

  test("a user without an email is copied with the email that the application chooses", async () => {
    const { source, auth, rows } = await open()
    const { id } = await source.createUser({ name: "Nemo" } as never)
    await source.linkAccount({ ...github, userId: id })
    const { problems } = await copyToBetterAuth(source, auth, {
      emailFor: (user) => `${user.id}@users.invalid`,
    })
    expect(problems).toEqual([])
    expect(await rows("user")).toMatchObject([{ id, email: `${id}@users.invalid`, emailVerified: false }])
  })

  test("tokens are decrypted from the source, and encrypted as Better Auth does", async () => {
    const keys = [{ id: "first", secret: randomBytes(32).toString("base64url") }]
    const source = encryptedTokens(memoryAdapter(), { keys })
    const { auth, rows } = await betterAuthOnSqlite({ account: { encryptOAuthTokens: true } })
    const { id } = await source.createUser(ada)
    await source.linkAccount({ ...github, userId: id, access_token: "a".repeat(40), refresh_token: "canary" })
    await expect(copyToBetterAuth(source, auth)).rejects.toThrow("better-auth/crypto")
    expect(await rows("user")).toEqual([])
    const options = { crypto: betterAuthCrypto }
    expect((await copyToBetterAuth(source, auth, options)).rows.account.copied).toBe(1)
    expect((await copyToBetterAuth(source, auth, options)).rows.account.equal).toBe(1)
    const [stored] = await rows("account")
    const { secretConfig } = await auth.$context
    const decrypt = (data: unknown) =>
      betterAuthCrypto.symmetricDecrypt({ key: secretConfig, data: String(data) })
    expect(stored?.["refreshToken"]).not.toBe("canary")
    expect(await decrypt(stored?.["accessToken"])).toBe("a".repeat(40))
    expect(await decrypt(stored?.["refreshToken"])).toBe("canary")
  })

  test("the application's own fields are copied if Better Auth declares them, and reported if not", async () => {
    const source = memoryAdapter({ schema: defineSchema({ user: { fields: { role: text() } } }) })
    await source.createUser({ ...ada, role: "admin" })
    const plain = await betterAuthOnSqlite()
    expect((await copyToBetterAuth(source, plain.auth)).problems).toMatchObject([
      { reason: "undeclared_field" },
    ])
    expect((await copyToBetterAuth(source, plain.auth, { dropUndeclared: true })).rows.user.copied).toBe(1)
    const own = await betterAuthOnSqlite({
      user: { additionalFields: { role: { type: "string", required: false } } },
    })
    expect((await copyToBetterAuth(source, own.auth)).problems).toEqual([])
    expect(await own.rows("user")).toMatchObject([{ role: "admin" }])
  })

  test("without the passkey plugin, passkeys are reported; their accounts have no counterpart", async () => {
    const { source } = await open()
    const { auth } = await betterAuthOnSqlite()
    await createPeople(source)
    const user = await source.getUserByEmail("person-0@example.com")
    await source.linkAccount({
      userId: user?.id ?? "",
      type: "webauthn",
      provider: "passkey",
      providerAccountId: "passkey-0",
    })
    const { skipped, problems } = await copyToBetterAuth(source, auth)
    expect(problems).toContainEqual({
      model: "authenticator",
      reason: "no_passkey_plugin",
      count: peopleCount,
    })
    expect(skipped).toContainEqual({ model: "account", reason: "no_counterpart", count: 1 })
  })

  test("a database that fails is an error without values, and the next run continues", async () => {
    const { source, auth } = await open()
    await createPeople(source)
    const { adapter } = await auth.$context
    const { findMany } = adapter
    let calls = 0
    adapter.findMany = async (query) => {
      if (++calls > 10) throw Object.assign(new Error("canary"), { code: "ECONNREFUSED" })
      return findMany(query)
    }
    const error = await copyToBetterAuth(source, auth).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: "unavailable", message: expect.stringContaining("(ECONNREFUSED)") })
    expect(JSON.stringify(error) + String(error)).not.toContain("canary")
    adapter.findMany = findMany
    expect((await copyToBetterAuth(source, auth)).problems).toEqual(reportOf("equal").problems)
  })

  test("a row that the database rejects is reported, and the others are copied", async () => {
    const { source, auth } = await open()
    await createPeople(source)
    const { adapter } = await auth.$context
    const { create } = adapter
    adapter.create = async (query) => {
      if ((query.data as Record<string, unknown>)["accountId"] === "gh-0") throw new Error("canary")
      return create(query)
    }
    const { rows, problems } = await copyToBetterAuth(source, auth)
    expect(rows.account).toEqual({ ...none, copied: withEmail - 1, problems: 2 })
    expect(problems).toContainEqual({ model: "account", reason: "rejected", count: 1 })
  })

  test("what is no Better Auth, a third-party adapter, and an unknown option are refused", async () => {
    const { source, auth } = await open()
    await expect(copyToBetterAuth(source, {} as never)).rejects.toThrow("betterAuth()")
    await expect(copyToBetterAuth({}, auth)).rejects.toThrow("Third-party")
    await expect(copyToBetterAuth(source, auth, { dryrun: true } as never)).rejects.toThrow('"dryRun"')
    const broken = { $context: Promise.reject(new Error("canary")) }
    await expect(copyToBetterAuth(source, broken)).rejects.toThrow("did not start")
  })

  test("tables that do not exist are not_migrated", async () => {
    const { source } = await open()
    await source.createUser(ada)
    const auth = betterAuth({ ...testOptions, database: newSqlite() })
    await expect(copyToBetterAuth(source, auth)).rejects.toMatchObject({ code: "not_migrated" })
  })
})
