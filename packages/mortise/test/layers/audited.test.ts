import { describe, expect, test } from "vitest"
import { modelNames } from "../../src/contract/models.ts"
import { errorCodes, extras, MortiseError, slots, upkeep } from "../../src/index.ts"
import { calls } from "../../src/layers/calls.ts"
import { audited, auditHash, hashedSessions } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { auditedMemory, brief, collect, auditKey as key } from "./support/audited-memory.ts"
import { expectSuite } from "./support/expect-suite.ts"

const later = () => new Date(Date.now() + 60_000)
const account = { provider: "github", providerAccountId: "1815" }

describe("a record", () => {
  test("says what was written, with hashes in place of identifiers", async () => {
    const { adapter, records } = auditedMemory()
    const { id } = await adapter.createUser({ email: "Ada@Example.com" })
    const email = await auditHash(key, "email", "ada@example.com")
    expect(records).toEqual([
      {
        writer: expect.stringMatching(/^[\w-]{16}$/),
        sequence: 1,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        operation: "createUser",
        model: "user",
        outcome: "applied",
        subjects: { user: await auditHash(key, "user", id), email },
      },
    ])
    expect(email).toMatch(/^[\w-]{43}$/)
    expect(email).not.toBe(await auditHash(key, "token", "ada@example.com"))
    expect(email).not.toBe(await auditHash(`${key.slice(0, -1)}E`, "email", "ada@example.com"))
  })

  test("is made for each write, and not for reads and slots", async () => {
    const { adapter, records } = auditedMemory()
    const more = extras(adapter)
    const { id: userId } = await adapter.createUser({ email: "ada@example.com" })
    await adapter.getUser(userId)
    await adapter.updateUser({ id: userId, name: "Ada" })
    await adapter.linkAccount({ ...account, userId, type: "oauth", refresh_token: "r" })
    await more.updateAccount({ ...account, scope: "s" }, { refresh_token: "other" })
    await more.updateAccount({ ...account, scope: "s" })
    await more.listAccounts(userId)
    await adapter.unlinkAccount(account)
    const { expires } = await adapter.createSession({ sessionToken: "s", userId, expires: later() })
    await adapter.getSessionAndUser("s")
    await more.extendSession({ sessionToken: "s", from: expires, to: later() })
    await adapter.updateSession({ sessionToken: "s", expires: later() })
    await adapter.deleteSession("s")
    await adapter.deleteSession("s")
    await adapter.createVerificationToken({ identifier: "ada@example.com", token: "t", expires: later() })
    await adapter.useVerificationToken({ identifier: "ada@example.com", token: "t" })
    await more.dropTokens("ada@example.com")
    await more.verifyEmail(userId, "ada@example.com", new Date())
    await slots(adapter).set({ key: "k", value: 1 })
    await upkeep(adapter).sweep()
    await upkeep(adapter).count("user")
    await adapter.deleteUser(userId)
    await more.signUp({
      user: { email: "eve@example.com" },
      session: { sessionToken: "e", expires: later() },
    })
    expect(records.map(brief)).toEqual([
      "createUser applied",
      "updateUser applied",
      "linkAccount applied",
      "updateAccount refused",
      "updateAccount applied",
      "unlinkAccount applied",
      "createSession applied",
      "extendSession applied",
      "updateSession applied",
      "deleteSession applied",
      "deleteSession absent",
      "createVerificationToken applied",
      "useVerificationToken applied",
      "dropTokens absent 0",
      "verifyEmail applied",
      "sweep absent 0",
      "deleteUser applied",
      "signUp applied",
    ])
    expect(records.map(({ sequence }) => sequence)).toEqual(records.map((_, nth) => nth + 1))
    expect(new Set(records.map(({ writer }) => writer)).size).toBe(1)
    const user = await auditHash(key, "user", userId)
    const ofUser = records.filter(({ subjects }) => subjects.user === user)
    // Not those of a row that is gone, of tokens, of a sweep, and of another user.
    expect(ofUser.length).toBe(records.length - 7)
    const session = await auditHash(key, "session", "s")
    expect(records.filter(({ subjects }) => subjects.session === session).length).toBe(5)
    const linked = await auditHash(key, "account", "github/1815")
    expect(records.filter(({ subjects }) => subjects.account === linked).length).toBe(4)
    const email = await auditHash(key, "email", "ada@example.com")
    expect(records.filter(({ subjects }) => subjects.email === email).map(brief)).toContain(
      "dropTokens absent 0",
    )
    expect(Object.keys(records.at(-1)?.subjects ?? {}).sort()).toEqual(["email", "session", "user"])
  })

  test("of passkeys names them and their user", async () => {
    const { adapter, records } = auditedMemory()
    const { id: userId } = await adapter.createUser({ email: "ada@example.com" })
    const passkey = {
      credentialID: "c",
      userId,
      providerAccountId: "p",
      credentialPublicKey: "k",
      counter: 1,
    }
    await adapter.createAuthenticator({ ...passkey, credentialDeviceType: "d", credentialBackedUp: true })
    await adapter.updateAuthenticatorCounter("c", 2)
    await expect(adapter.updateAuthenticatorCounter("c", 1)).rejects.toMatchObject({
      code: "counter_regression",
    })
    await extras(adapter).removeAuthenticator("c")
    expect(records.slice(1).map(brief)).toEqual([
      "createAuthenticator applied",
      "updateAuthenticatorCounter applied",
      "updateAuthenticatorCounter refused counter_regression",
      "removeAuthenticator applied",
    ])
    const subject = await auditHash(key, "passkey", "c")
    expect(records.slice(1).every(({ subjects }) => subjects.passkey === subject)).toBe(true)
    expect(records.at(-1)?.subjects.user).toBe(await auditHash(key, "user", userId))
  })

  test("of a session that was ended from a list has the hash of its token", async () => {
    const { records, sink } = collect()
    const adapter = audited(hashedSessions(memoryAdapter()), sink, { key })
    const { id: userId } = await adapter.createUser({ email: "ada@example.com" })
    await adapter.createSession({ sessionToken: "s", userId, expires: later() })
    const [listed] = await extras(adapter).listSessions(userId)
    expect(listed?.sessionToken).not.toBe("s")
    await adapter.deleteSession(listed?.sessionToken ?? "")
    const [, created, deleted] = records
    expect(deleted?.subjects).toEqual(created?.subjects)
  })

  test.each([
    ["refused conflict", new MortiseError("conflict", "")],
    ["failed transient", new MortiseError("transient", "")],
    ["failed unavailable", new MortiseError("unavailable", "")],
    ["failed not_migrated", new MortiseError("not_migrated", "")],
    ["unknown indeterminate", new MortiseError("indeterminate", "")],
    ["unknown corrupt", new MortiseError("corrupt", "")],
    ["unknown", new Error("duplicate key (email)=(ada@example.com)")],
  ])("of a call that throws is %s", async (expected, error) => {
    const { records, sink } = collect()
    const createUser = async () => {
      throw error
    }
    await expect(audited({ createUser }, sink, { key }).createUser()).rejects.toBe(error)
    expect(records.map(brief)).toEqual([`createUser ${expected}`])
  })

  test("contains no text but names, times and hashes, in a run of the suite", async () => {
    const { records, sink } = collect()
    await expectSuite(() => ({
      adapter: audited(memoryAdapter({ onWarning: false }), sink, { key, whenSinkFails: "refuse" }),
    }))
    const outcomes = ["started", "applied", "absent", "refused", "failed", "unknown"]
    const known = new Set<unknown>([...Object.keys(calls), ...modelNames, ...outcomes, ...errorCodes])
    const odd = records.flatMap(({ writer, time, subjects, ...others }) => {
      const texts = Object.values(others).filter((value) => typeof value !== "number" && !known.has(value))
      const hashes = Object.values(subjects).filter((hash) => !/^[\w-]{43}$/.test(hash))
      return [...texts, ...hashes, ...(/^[\w-]{16}$/.test(writer) ? [] : [writer])]
    })
    expect(odd).toEqual([])
    expect(records.length).toBeGreaterThan(1_000)
    const written = new Set(records.map(({ operation }) => operation))
    const writes = Object.entries(calls).filter(([, { model, writes }]) => writes && model !== "slot")
    expect(writes.map(([name]) => name).filter((name) => !written.has(name))).toEqual(["sweep", "repair"])
  })

  test("contains no canary that any field of any call had", async () => {
    const { adapter, records } = auditedMemory({ whenSinkFails: "refuse" })
    const canary = (name: string) => `canary-${name}\r\n{"forged":1}`
    const { id: userId } = await adapter.createUser({ name: canary("name"), email: "canary@example.com" })
    const secrets = {
      access_token: canary("access"),
      refresh_token: canary("refresh"),
      id_token: canary("id"),
    }
    const ids = { provider: "canary-provider", providerAccountId: "canary-account" }
    await adapter.linkAccount({ ...ids, ...secrets, userId, type: "oauth" })
    await adapter.createSession({ sessionToken: canary("session"), userId, expires: later() })
    const token = { identifier: "canary@example.com", token: canary("token") }
    await adapter.createVerificationToken({ ...token, expires: later() })
    await adapter.useVerificationToken(token)
    await expect(adapter.createUser({ email: "canary@example.com" })).rejects.toThrow()
    await expect(adapter.createUser({ [canary("field")]: 1 } as object)).rejects.toThrow()
    expect(JSON.stringify(records)).not.toMatch(/canary|forged/)
    expect(JSON.stringify(records)).not.toContain(userId)
  })
})
