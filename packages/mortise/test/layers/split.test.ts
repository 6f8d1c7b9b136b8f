import { Pool } from "pg"
import { describe, expect, test } from "vitest"
import { internals } from "../../src/contract/internals.ts"
import { layerNames, withoutLayers } from "../../src/contract/layered.ts"
import { defineSchema, extras, manifest, slots, text, upkeep } from "../../src/index.ts"
import { hashedSessions, split } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { pgAdapter } from "../../src/stores/sql/adapters/pg-adapter.ts"
import { expectSuite } from "./support/expect-suite.ts"
import { wrapped } from "./support/interrupted.ts"

const MINUTE = 60_000

const soon = () => new Date(Date.now() + MINUTE)
const ada = { email: "ada@example.com" }

function openPair(ids: "given" | "serial" = "given") {
  const users = memoryAdapter({ schema: defineSchema({ ids }) })
  const sessions = memoryAdapter()
  return { users, sessions, adapter: split({ users, sessions }) }
}

const sessionOf = (userId: string, sessionToken = "token") => ({ sessionToken, userId, expires: soon() })

test(
  "the suite passes on a split adapter",
  async () => {
    await expectSuite(() => {
      const [users, sessions] = [memoryAdapter({ onWarning: false }), memoryAdapter({ onWarning: false })]
      return { adapter: split({ users, sessions }) }
    })
  },
  MINUTE,
)

describe("a split adapter", () => {
  test("stores each model in its half, and only the id of a user beside the sessions", async () => {
    const { users, sessions, adapter } = openPair()
    const { id } = await adapter.createUser({ ...ada, name: "Ada" })
    await adapter.createSession(sessionOf(id))
    await adapter.createVerificationToken({ identifier: ada.email, token: "link", expires: soon() })
    await adapter.linkAccount({ userId: id, type: "oauth", provider: "github", providerAccountId: "1" })
    await slots(adapter).set({ key: "slot" })

    const counts = async (of: object) =>
      Promise.all(
        (["user", "account", "session", "verificationToken", "slot"] as const).map((model) =>
          upkeep(of)?.count(model),
        ),
      )
    expect(await counts(users)).toEqual([1, 1, 0, 0, 0])
    expect(await counts(sessions)).toEqual([1, 0, 1, 1, 1])
    expect(await counts(adapter)).toEqual([1, 1, 1, 1, 1])
    expect(await sessions.getUser(id)).toEqual({
      id,
      email: null,
      emailVerified: null,
      name: null,
      image: null,
    })
    expect((await adapter.getSessionAndUser("token"))?.user).toMatchObject({ ...ada, name: "Ada" })
  })

  test("has the extra fields of the half that stores the model", async () => {
    const adapter = split({
      users: memoryAdapter({
        schema: defineSchema({ user: { fields: { role: text({ default: "member" }) } } }),
      }),
      sessions: memoryAdapter({ schema: defineSchema({ session: { fields: { device: text() } } }) }),
    })
    const { id, role } = await adapter.createUser(ada)
    const { device } = await adapter.createSession({ ...sessionOf(id), device: "phone" })
    role satisfies string
    device satisfies string | null
    expect([role, device]).toEqual(["member", "phone"])
  })

  test("deletes a user with the sessions, the stub and the tokens of the address", async () => {
    const { sessions, adapter } = openPair()
    const { id } = await adapter.createUser(ada)
    await adapter.createSession(sessionOf(id))
    await adapter.createVerificationToken({ identifier: ada.email, token: "link", expires: soon() })
    expect(await adapter.deleteUser(id)).toMatchObject(ada)
    expect(await adapter.getSessionAndUser("token")).toBeNull()
    expect(await adapter.useVerificationToken({ identifier: ada.email, token: "link" })).toBeNull()
    for (const model of ["user", "session", "slot"] as const)
      expect(await upkeep(sessions).count(model)).toBe(0)
  })

  test("ends sessions and tokens before it deletes the user, and refuses sign-ins meanwhile", async () => {
    let later = 0
    const [users, sessions] = [memoryAdapter(), memoryAdapter({ now: () => Date.now() + later })]
    const adapter = split({ users, sessions })
    const { id } = await adapter.createUser(ada)
    await adapter.createSession(sessionOf(id))
    await adapter.createVerificationToken({ identifier: ada.email, token: "link", expires: soon() })
    const left = async () =>
      Promise.all((["user", "session", "verificationToken"] as const).map(upkeep(sessions).count))
    const beside = wrapped(users, (run) => async (...args) => {
      if (run === users.deleteUser) {
        expect(await left()).toEqual([0, 0, 0])
        await expect(adapter.createSession(sessionOf(id))).rejects.toMatchObject({ code: "not_found" })
        // A deletion that hangs does not keep the user out for ever. In the end, it removes the new session too.
        later = 30_001
        await adapter.createSession(sessionOf(id))
      }
      return run(...args)
    })
    await split({ users: beside, sessions }).deleteUser(id)
    expect(await left()).toEqual([0, 0, 0])
  })

  test("a deletion removes the tokens of an address that changes meanwhile", async () => {
    const { users, sessions, adapter } = openPair()
    const { id } = await adapter.createUser(ada)
    const email = "lovelace@example.com"
    const beside = wrapped(users, (run) => async (...args) => {
      if (run === users.deleteUser) {
        await users.updateUser({ id, email })
        await sessions.createVerificationToken({ identifier: email, token: "link", expires: soon() })
      }
      return run(...args)
    })
    await split({ users: beside, sessions }).deleteUser(id)
    expect(await upkeep(sessions).count("verificationToken")).toBe(0)
  })

  test("stores the values that an argument has at the call", async () => {
    const { adapter } = openPair()
    const { id } = await adapter.createUser(ada)
    const session = sessionOf(id)
    const expires = new Date(session.expires)
    const created = adapter.createSession(session)
    session.expires.setTime(0)
    expect(await created).toMatchObject({ expires })
  })

  test("finds no session of a user whom another program deleted, and a sweep removes it", async () => {
    const { users, sessions, adapter } = openPair()
    const { id } = await adapter.createUser(ada)
    await adapter.createSession(sessionOf(id))
    expect(await adapter.getSessionAndUser("token")).not.toBeNull()
    await users.deleteUser(id)
    expect(await adapter.getSessionAndUser("token")).toBeNull()
    await expect(adapter.createSession(sessionOf(id, "other"))).rejects.toMatchObject({ code: "not_found" })
    await sessions.createUser({ id })
    await sessions.createSession(sessionOf(id))
    expect(await upkeep(adapter).sweep()).toBe(1)
    expect(await upkeep(sessions).count("session")).toBe(0)
  })

  test("a sweep removes as many rows of both halves as its limit says", async () => {
    const { users, sessions, adapter } = openPair()
    const expires = new Date(Date.now() - MINUTE)
    for (const half of [sessions, users])
      for (const token of ["1", "2", "3"])
        await half.createVerificationToken({ identifier: ada.email, token, expires })
    expect(await upkeep(adapter).sweep({ limit: 4 })).toBe(4)
    expect(await upkeep(users)?.count("verificationToken")).toBe(2)
    expect(await upkeep(adapter).sweep({ limit: 4 })).toBe(2)
  })

  test("sweeps both halves, and goes through the stubs in steps", async () => {
    const { users, sessions, adapter } = openPair()
    const expired = { sessionToken: "old", expires: new Date(0) }
    const { id } = await users.createUser(ada)
    await users.createSession({ ...expired, userId: id })
    for (let nth = 0; nth < 250; nth++) await sessions.createUser({ id: `${nth}` })
    await adapter.createSession(sessionOf(id))
    const swept = [0, 0, 0, 0].map(() => 0)
    for (const nth of swept.keys()) swept[nth] = await upkeep(adapter).sweep()
    expect(swept.reduce((sum, count) => sum + count)).toBe(251)
    expect(Math.max(...swept)).toBeLessThanOrEqual(101)
    expect(await upkeep(sessions).count("user")).toBe(1)
    expect(await upkeep(sessions).count("slot")).toBe(0)
  })

  test.each(["given", "serial"] as const)(
    "never gives a session of a deleted user to the next user of the id (ids: %s)",
    async (ids) => {
      const { sessions, adapter } = openPair(ids)
      const id = ids === "given" ? "7" : "1"
      await sessions.createUser({ id })
      await sessions.createSession(sessionOf(id))
      expect(await adapter.createUser({ ...ada, id })).toMatchObject({ id })
      expect(await adapter.getSessionAndUser("token")).toBeNull()
    },
  )

  test("keeps the sessions of a user whose id or address is taken", async () => {
    const { adapter } = openPair()
    const { id } = await adapter.createUser(ada)
    await adapter.createSession(sessionOf(id))
    await expect(adapter.createUser({ id })).rejects.toMatchObject({ code: "conflict" })
    await expect(adapter.createUser({ ...ada, id: "2" })).rejects.toMatchObject({ code: "conflict" })
    expect(await adapter.getSessionAndUser("token")).not.toBeNull()
  })

  test("signs up with a session, or not at all", async () => {
    const { users, adapter } = openPair()
    const { signUp } = extras(adapter)
    const { user, session } = await signUp({ user: ada, session: { sessionToken: "token", expires: soon() } })
    expect(session).toMatchObject({ userId: user.id })
    expect((await adapter.getSessionAndUser("token"))?.user.id).toBe(user.id)
    const bob = { email: "bob@example.com" }
    const refused = signUp({ user: bob, session: { sessionToken: "token", expires: soon() } })
    await expect(refused).rejects.toMatchObject({ code: "conflict", operation: "signUp" })
    expect(await users.getUserByEmail(bob.email)).toBeNull()
  })

  test("says what it promises", () => {
    const { adapter } = openPair("serial")
    expect(manifest(adapter)).toMatchObject({
      store: "memory and memory",
      removal: "fenced",
      signUps: "user_first",
      durability: "none",
      ids: "serial",
      overridden: [],
    })
    expect(manifest(memoryAdapter()).signUps).toBeUndefined()
    expect(Object.keys(extras(adapter)).sort()).toEqual(Object.keys(extras(memoryAdapter())).sort())
    expect(layerNames(adapter)).toEqual(["split"])
    expect(withoutLayers(hashedSessions(adapter))).toBe(adapter)
  })

  test("says that the users half allows stale reads", () => {
    const users = pgAdapter(new Pool(), { allowStaleReads: true })
    expect(manifest(split({ users, sessions: memoryAdapter() })).staleReads).toBe("allowed")
    expect(manifest(split({ users: pgAdapter(new Pool()), sessions: memoryAdapter() })).staleReads).toBe(
      "refused",
    )
  })

  test("lacks the extras that an operation of your own disables, in a half or above", () => {
    const [users, sessions] = [memoryAdapter(), memoryAdapter()]
    const below = split({ users: { ...users, createUser: users.createUser.bind(null) }, sessions })
    expect(Object.keys(extras(below))).not.toContain("signUp")
    expect(manifest(below).overridden).toEqual(["createUser"])
    const above = split({ users, sessions })
    expect(Object.keys(extras({ ...above, deleteSession: sessions.deleteSession.bind(null) }))).not.toContain(
      "listSessions",
    )
  })

  test("lets hashedSessions replace a plain row", async () => {
    const { sessions, adapter } = openPair()
    const { id } = await adapter.createUser(ada)
    await adapter.createSession(sessionOf(id))
    const hashed = hashedSessions(adapter)
    expect((await hashed.getSessionAndUser("token"))?.user.id).toBe(id)
    expect(await sessions.getSessionAndUser("token")).toBeNull()
    expect(internals(hashed)?.renameSession).toBeDefined()
  })
})

describe("split refuses", () => {
  const [users, sessions] = [memoryAdapter(), memoryAdapter()]
  const memory = (options: Parameters<typeof defineSchema>[0]) =>
    memoryAdapter({ schema: defineSchema(options) })
  const { createVerificationToken } = sessions

  test.each([
    ["a third-party adapter", { users, sessions: { createUser: () => {} } }, "must be a Mortise adapter"],
    ["a missing half", { users }, "sessions must be a Mortise adapter"],
    ["an unknown option", { users, session: sessions }, 'did you mean "sessions"?'],
    ["one adapter twice", { users, sessions: users }, "the same adapter"],
    [
      "a layer below it",
      { users: hashedSessions(users), sessions },
      "hashedSessions(split({ users, sessions }))",
    ],
    ["a half that is split", { users, sessions: split({ users, sessions }) }, "is split already"],
    ["ids of another database", { users, sessions: memory({ ids: "serial" }) }, 'ids: "serial"'],
    ["a required email", { users, sessions: memory({ emailRequired: true }) }, "requires email"],
    [
      "a required field",
      { users, sessions: memory({ user: { fields: { role: text({ required: true }) } } }) },
      "requires role",
    ],
    [
      "operations for tokens of your own",
      { users, sessions: { ...sessions, createVerificationToken: createVerificationToken.bind(null) } },
      "operations for tokens of your own",
    ],
  ])("%s", (_, options, reason) => {
    expect(() => split(options as never)).toThrow(reason)
  })
})
