import { APIError } from "better-auth/api"
import { admin } from "better-auth/plugins"
import { describe, expect, test } from "vitest"
import { type Adapter, date, defineSchema } from "../../../src/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { copyToBetterAuth, type ExchangeOptions, exchangeSession } from "../../../src/transfer/index.ts"
import { later } from "../support/people.ts"
import { betterAuthOnSqlite } from "./support/better-auth-on-sqlite.ts"

type BetterAuthOptions = NonNullable<Parameters<typeof betterAuthOnSqlite>[0]>

const serial = { advanced: { database: { generateId: "serial" } } } as const
const suspendable = defineSchema({ user: { fields: { suspendedAt: date() } } })

/** An Auth.js application, and Better Auth with its tables. */
async function open(options: BetterAuthOptions = {}) {
  const source = memoryAdapter({ schema: suspendable })
  const { auth, adapter, rows } = await betterAuthOnSqlite(options)
  const exchange = (token: string, exchangeOptions: ExchangeOptions = {}, from: Adapter = source) => {
    const headers = new Headers({ cookie: `authjs.session-token=${token}` })
    return exchangeSession(from, auth, { headers }, exchangeOptions)
  }
  return {
    ...{ source, auth, adapter, rows, exchange },
    /** Creates a user of Better Auth, and returns its id. */
    async createTargetUser(values: object, id?: string): Promise<string> {
      const data = { name: "Somebody", emailVerified: true, ...values, ...(id !== undefined && { id }) }
      const row = await adapter.create({ model: "user", data, forceAllowId: id !== undefined })
      return String((row as { id: unknown }).id)
    },
    link: (userId: string, providerId: string, accountId: string) =>
      adapter.create({
        model: "account",
        data: { userId, providerId, accountId, createdAt: new Date(), updatedAt: new Date() },
      }),
    /** The email of each user who has a session of Better Auth. */
    async signedIn(): Promise<unknown[]> {
      const users = await rows("user")
      const sessions = await rows("session")
      return sessions.map(({ userId }) => users.find(({ id }) => id === userId)?.["email"])
    },
    update: (email: string, update: Record<string, unknown>) =>
      adapter.update({ model: "user", where: [{ field: "email", value: email }], update }),
  }
}

/** Creates a user of Auth.js with the session `session-<name>`, and returns its id. */
async function createPerson(
  source: Pick<Adapter, "createUser" | "createSession">,
  name: string,
  values: object = { emailVerified: later },
) {
  const { id } = await source.createUser({ email: `${name}@example.com`, ...values } as never)
  await source.createSession({ sessionToken: `session-${name}`, userId: id, expires: later })
  return id
}

const github = (userId: string, providerAccountId: string) =>
  ({ userId, type: "oauth", provider: "github", providerAccountId }) as const

const unproven = { ok: false, reason: "unproven" }

describe("SEC-T1: a session is exchanged only for the same person", () => {
  test("where ids were assigned anew, people get their own user", async () => {
    const { source, auth, exchange, signedIn, createTargetUser, adapter } = await open(serial)
    // The ids of the source are numbers too, and one number is missing.
    await createPerson(source, "ada", { id: "2", emailVerified: later })
    await createPerson(source, "grace", { id: "3" })
    await source.linkAccount(github("3", "grace"))
    await createPerson(source, "nobody", { id: "1" })
    const gone = await createTargetUser({ email: "gone@example.com" })
    await copyToBetterAuth(source, auth)
    await adapter.delete({ model: "user", where: [{ field: "id", value: gone }] })
    expect(await exchange("session-nobody")).toEqual(unproven)
    for (const name of ["ada", "grace"]) expect(await exchange(`session-${name}`)).toMatchObject({ ok: true })
    expect((await signedIn()).sort()).toEqual(["ada@example.com", "grace@example.com"])
  })

  test("a stranger does not become the user who has the same id in the target, whatever idOf says", async () => {
    const { source, exchange, rows, createTargetUser, link } = await open()
    const id = await createPerson(source, "ada")
    await source.linkAccount(github(id, "ada"))
    await createTargetUser({ email: "admin@example.com" }, id)
    await link(id, "github", "admin")
    await link(id, "gitlab", "ada")
    expect(await exchange("session-ada")).toEqual(unproven)
    expect(await exchange("session-ada", { idOf: (userId) => userId })).toEqual(unproven)
    expect(await rows("session")).toEqual([])
    expect(await source.getSessionAndUser("session-ada"), "the old session stays").not.toBeNull()
  })

  test.each([
    ["the old side has not verified", {}, {}],
    ["the new side has not verified", { emailVerified: later }, { emailVerified: false }],
    ["is absent on both sides", { email: null, emailVerified: later }, { email: "" }],
    ["only looks equal", { email: "\u212a@example.com", emailVerified: later }, { email: "k@example.com" }],
  ])("an address that %s shows nothing", async (_, values, targetValues) => {
    const { exchange, rows, createTargetUser } = await open()
    await createTargetUser({ email: "ada@example.com", ...targetValues }, "1")
    const user = {
      id: "1",
      name: null,
      image: null,
      email: "ada@example.com",
      emailVerified: null,
      ...values,
    }
    const session = { sessionToken: "old", userId: "1", expires: later }
    // A third-party adapter returns addresses as they are stored.
    const foreign = { getSessionAndUser: async () => ({ session, user }), deleteSession: async () => session }
    expect(await exchange("old", {}, foreign as never)).toEqual(unproven)
    expect(await rows("session")).toEqual([])
  })

  test("a session with an invalid expiry has expired", async () => {
    const { exchange, createTargetUser } = await open()
    await createTargetUser({ email: "ada@example.com" })
    const user = { id: "1", name: null, image: null, email: "ada@example.com", emailVerified: later }
    const session = { sessionToken: "old", userId: "1", expires: new Date("") }
    const foreign = { getSessionAndUser: async () => ({ session, user }), deleteSession: async () => session }
    expect(await exchange("old", {}, foreign as never)).toEqual({ ok: false, reason: "no_session" })
  })

  test("an account counts only if a provider has proven it, under the name that the copy gave it", async () => {
    const { source, exchange, createTargetUser, link } = await open()
    const id = await createPerson(source, "ada", {})
    const target = await createTargetUser({ email: "other@example.com" })
    await source.linkAccount({ ...github(id, "ada"), provider: "sso" })
    for (const [type, provider] of [
      ["email", "nodemailer"],
      ["webauthn", "passkey"],
      ["oauth", "mortise-import"],
    ] as const) {
      await source.linkAccount({ userId: id, type, provider, providerAccountId: provider })
      await link(target, provider, provider)
    }
    await link(target, "sign-on", "ada-1")
    expect(await exchange("session-ada")).toEqual(unproven)
    const options = { providers: { sso: "sign-on" }, accountId: () => "ada-1" }
    expect(await exchange("session-ada", options)).toMatchObject({ ok: true })
  })

  test("an account counts only if no id token says that it is from another issuer", async () => {
    const { source, exchange, adapter, createTargetUser } = await open()
    const idToken = (iss: string) => `e30.${Buffer.from(JSON.stringify({ iss })).toString("base64url")}.c2ln`
    const id = await createPerson(source, "ada", {})
    const account = { ...github(id, "42"), provider: "gitlab", id_token: idToken("https://git.example") }
    await source.linkAccount(account)
    const userId = await createTargetUser({ email: "stranger@example.com" })
    const row = { userId, providerId: "gitlab", accountId: "42", createdAt: later, updatedAt: later }
    await adapter.create({ model: "account", data: { ...row, idToken: idToken("https://gitlab.com") } })
    expect(await exchange("session-ada")).toEqual(unproven)
    const update = { idToken: idToken("https://git.example/") }
    await adapter.update({ model: "account", where: [{ field: "accountId", value: "42" }], update })
    expect(await exchange("session-ada")).toMatchObject({ ok: true })
  })

  test("if several users are shown to be the person, idOf chooses one of them and no other", async () => {
    const { source, exchange, signedIn, createTargetUser, link } = await open()
    const id = await createPerson(source, "ada")
    await source.linkAccount(github(id, "ada"))
    await createTargetUser({ email: "ada@example.com" })
    const linked = await createTargetUser({ email: "work@example.com" })
    const stranger = await createTargetUser({ email: "stranger@example.com" })
    await link(linked, "github", "ada")
    expect(await exchange("session-ada")).toEqual({ ok: false, reason: "several_users" })
    expect(await exchange("session-ada", { idOf: () => stranger })).toEqual(unproven)
    expect(await exchange("session-ada", { idOf: async () => linked })).toMatchObject({ ok: true })
    expect(await signedIn()).toEqual(["work@example.com"])
  })

  test("a user who is suspended, banned or has a second factor gets no session", async () => {
    const twoFactorEnabled = { type: "boolean", required: false } as const
    const { source, auth, exchange, rows, update } = await open({
      plugins: [admin()],
      user: { additionalFields: { twoFactorEnabled } },
    })
    const id = await createPerson(source, "ada")
    await copyToBetterAuth(source, auth, { dropUndeclared: true })
    const refusal = (reason: string) => ({ ok: false, reason })
    await source.updateUser({ id, suspendedAt: new Date() } as never)
    expect(await exchange("session-ada")).toEqual(refusal("suspended"))
    await source.updateUser({ id, suspendedAt: null } as never)
    for (const banExpires of [null, later]) {
      await update("ada@example.com", { banned: true, banExpires })
      expect(await exchange("session-ada")).toEqual(refusal("suspended"))
    }
    await update("ada@example.com", { banExpires: new Date(Date.now() - 1000), twoFactorEnabled: true })
    expect(await exchange("session-ada")).toEqual(refusal("second_factor"))
    await update("ada@example.com", { twoFactorEnabled: false })
    expect(await rows("session")).toEqual([])
    expect(await exchange("session-ada")).toMatchObject({ ok: true })
  })
})

test("a hook of Better Auth that refuses a session is a reason, and a failing database an error", async () => {
  const answers = [
    () => false as const,
    () => {
      throw new APIError("FORBIDDEN")
    },
    () => {
      throw new Error("canary")
    },
  ]
  const before = async () => answers.shift()?.()
  const { source, auth, exchange } = await open({ databaseHooks: { session: { create: { before } } } })
  for (const name of ["ada", "grace", "alan"]) await createPerson(source, name)
  await copyToBetterAuth(source, auth)
  for (const name of ["ada", "grace"])
    expect(await exchange(`session-${name}`)).toEqual({ ok: false, reason: "refused" })
  await expect(exchange("session-alan")).rejects.toMatchObject({ code: "unavailable" })
})
