import { describe, expect, test } from "vitest"
import { seededRandom } from "../../../workshop/src/tests/seed.ts"
import { raceRounds } from "../../../workshop/src/tests/tier.ts"
import { type MortiseAdapter, upkeep } from "../../src/index.ts"
import { split } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { wrapped } from "./support/interrupted.ts"
import { raceOnSplit } from "./support/race-on-split.ts"

const soon = () => new Date(Date.now() + 3_600_000)

type Call = (adapter: MortiseAdapter) => Promise<unknown>

const signIn: Call = (adapter) =>
  adapter.createSession({ sessionToken: "new", userId: "ada", expires: soon() })
const moveIn: Call = (adapter) => adapter.updateSession({ sessionToken: "bob", userId: "ada" })
const deleteUser: Call = (adapter) => adapter.deleteUser("ada")
const lookUp: Call = (adapter) => adapter.getSessionAndUser("old")

/** Ada, with a session from before or without one, and Bob. */
async function openStores(hasSession: boolean) {
  const [users, sessions] = [memoryAdapter(), memoryAdapter()]
  const adapter = split({ users, sessions })
  await adapter.createUser({ id: "ada", email: "ada@example.com", name: "Ada" })
  await adapter.createUser({ id: "bob" })
  await adapter.createSession({ sessionToken: "bob", userId: "bob", expires: soon() })
  if (hasSession) await adapter.createSession({ sessionToken: "old", userId: "ada", expires: soon() })
  return { users, sessions, adapter }
}

type Stores = Awaited<ReturnType<typeof openStores>>

/** Runs a call whose nth call of a half waits until another process has made its own. */
async function stall({ users, sessions, adapter }: Stores, nth: number, call: Call, meanwhile: Call) {
  let calls = 0
  const halt = (half: MortiseAdapter) =>
    wrapped(half, (run) => async (...args) => {
      if (++calls === nth) await meanwhile(adapter).catch(() => {})
      return run(...args)
    })
  const slow = split({ users: halt(users), sessions: halt(sessions) })
  const outcome = await call(slow).catch((error: unknown) => error)
  return { outcome, isReached: calls >= nth }
}

describe.each([true, false])("with a session from before: %s", (hasSession) => {
  test.each([
    ["a sign-in that stalls while the user is deleted", signIn, deleteUser],
    ["a deletion that stalls while the user signs in", deleteUser, signIn],
    ["a move of a session that stalls while its new user is deleted", moveIn, deleteUser],
    ["a deletion that stalls while a session is moved to the user", deleteUser, moveIn],
  ])("%s leaves none of the user's sessions", async (_, call, meanwhile) => {
    for (let nth = 1; ; nth++) {
      const stores = await openStores(hasSession)
      const { users, sessions, adapter } = stores
      const { isReached } = await stall(stores, nth, call, meanwhile)
      if (!isReached) break
      expect(await users.getUser("ada")).toBeNull()
      expect(await sessions.getUser("ada"), `a stub after a pause at call ${nth}`).toBeNull()
      for (const { userId } of (await upkeep(sessions).page("session")).rows) expect(userId).toBe("bob")
      expect(await adapter.getSessionAndUser("new")).toBeNull()
      expect(await adapter.getSessionAndUser("old")).toBeNull()
    }
  })
})

test.each(["for the first time", "again"])(
  "a session is looked up %s with its user of the same moment, whatever happens meanwhile",
  async (when) => {
    const signOutAndRename: Call = async (adapter) => {
      await adapter.deleteSession("old")
      await adapter.updateUser({ id: "ada", name: "Grace" })
    }
    const moveAndDelete: Call = async (adapter) => {
      await adapter.updateSession({ sessionToken: "old", userId: "bob" })
      await adapter.deleteUser("ada")
    }
    for (const meanwhile of [signOutAndRename, moveAndDelete])
      for (let nth = 1; ; nth++) {
        const stores = await openStores(true)
        let first: unknown
        const { outcome, isReached } = await stall(
          stores,
          // The lookup before takes three calls of the halves.
          when === "again" ? nth + 3 : nth,
          async (adapter) => {
            if (when === "again") first = await lookUp(adapter)
            return lookUp(adapter)
          },
          meanwhile,
        )
        if (when === "again") expect(first).toMatchObject({ user: { name: "Ada" } })
        if (meanwhile === moveAndDelete) expect(outcome, `${nth}`).not.toBeNull()
        if (outcome) expect(["Ada", null]).toContain((outcome as { user: { name: string | null } }).user.name)
        if (!isReached) break
      }
  },
)

const random = seededRandom("pauses")

/** Waits for a random number of turns, as a server does. */
const pause = async (): Promise<void> => {
  for (let turns = Math.floor(random() * 4); turns > 0; turns--) await null
  if (random() < 0.3) await new Promise((resolve) => setImmediate(resolve))
}

const slow = () =>
  wrapped(memoryAdapter(), (run) => async (...args) => {
    await pause()
    const result = await run(...args)
    await pause()
    return result
  })

test("no order of deletions, sign-ins and lookups leaves a deleted user's session, or ends another", async () => {
  const [users, sessions] = [slow(), slow()]
  // Two processes, which share nothing but the stores.
  const adapters = [split({ users, sessions }), split({ users, sessions })] as const
  for (let round = 0; round < raceRounds(60); round++) await raceOnSplit(adapters, round)
  expect(await upkeep(users).count("user")).toBe(1)
  for (const model of ["user", "session"] as const) expect(await upkeep(sessions).count(model)).toBe(1)
  expect(await upkeep(sessions).count("slot")).toBe(0)
})
