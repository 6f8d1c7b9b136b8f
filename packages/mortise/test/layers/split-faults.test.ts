import { describe, expect, test } from "vitest"
import { type Adapter, extras, type MortiseAdapter, MortiseError, upkeep } from "../../src/index.ts"
import { split } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { type Fault, interruption, wrapped } from "./support/interrupted.ts"

const HOUR = 3_600_000
const fenceMs = 30_000

/** Two stores, whose clock can be moved on. */
function openStores() {
  let later = 0
  const now = () => Date.now() + later
  return {
    users: memoryAdapter({ now }),
    sessions: memoryAdapter({ now }),
    waitFor: (ms: number) => {
      later += ms
    },
  }
}

const soon = new Date(Date.now() + HOUR)
const sessionOf = (userId: string, sessionToken: string) => ({ sessionToken, userId, expires: soon })

type Call = {
  /** Whether the repetition of a call may find that the first one was applied. */
  readonly creates?: true
  run(adapter: MortiseAdapter): Promise<unknown>
}

/** Ada has a session and a token, Bob has no session yet. */
async function prepare(adapter: Adapter): Promise<void> {
  await adapter.createUser({ id: "ada", email: "ada@example.com" })
  await adapter.createSession(sessionOf("ada", "ada"))
  await adapter.createVerificationToken({ identifier: "ada@example.com", token: "link", expires: soon })
  await adapter.createUser({ id: "bob", email: "bob@example.com" })
}

const eve = { id: "eve", email: "eve@example.com" }

const calls: Readonly<Record<string, Call>> = {
  createUser: { creates: true, run: (adapter) => adapter.createUser(eve) },
  signUp: {
    creates: true,
    run: (adapter) => extras(adapter).signUp({ user: eve, session: { sessionToken: "eve", expires: soon } }),
  },
  deleteUser: { run: (adapter) => adapter.deleteUser("ada") },
  createSession: { creates: true, run: (adapter) => adapter.createSession(sessionOf("ada", "second")) },
  "the first createSession": {
    creates: true,
    run: (adapter) => adapter.createSession(sessionOf("bob", "bob")),
  },
  "a move to a user without a session": {
    run: (adapter) => adapter.updateSession({ sessionToken: "ada", userId: "bob" }),
  },
  getSessionAndUser: { run: (adapter) => adapter.getSessionAndUser("ada") },
  deleteSession: { run: (adapter) => adapter.deleteSession("ada") },
  useVerificationToken: {
    run: (adapter) => adapter.useVerificationToken({ identifier: "ada@example.com", token: "link" }),
  },
  listSessions: { run: (adapter) => extras(adapter).listSessions("ada") },
  sweep: { run: (adapter) => upkeep(adapter).sweep() },
}

/** Every session that is found has its user, every user can sign in, and the sessions of others are untouched. */
async function checkInvariants({ users, sessions, waitFor }: ReturnType<typeof openStores>): Promise<void> {
  const adapter = split({ users, sessions })
  for (const { sessionToken, userId } of (await upkeep(sessions).page("session")).rows) {
    const found = await adapter.getSessionAndUser(sessionToken)
    expect(found?.user ?? null).toEqual(await users.getUser(userId))
  }
  waitFor(fenceMs + 1)
  for (const { id } of (await upkeep(users).page("user")).rows) {
    await adapter.createSession(sessionOf(id, `check ${id}`))
    expect((await adapter.getSessionAndUser(`check ${id}`))?.user.id).toBe(id)
    await adapter.deleteSession(`check ${id}`)
  }
}

async function interrupt(call: Call, fault: Fault): Promise<boolean> {
  const stores = openStores()
  const { users, sessions } = stores
  await prepare(split({ users, sessions }))
  const { wrap, wasReached, end } = interruption(fault)
  const outcome = await call
    .run(split({ users: wrapped(users, wrap), sessions: wrapped(sessions, wrap) }))
    .then(
      () => "done",
      (error: unknown) => error,
    )
  end()
  if (wasReached() && outcome !== "done") expect(outcome).toBeInstanceOf(MortiseError)
  await checkInvariants(stores)
  if (outcome !== "done" || !call.creates) await repeat(call, split({ users, sessions }), fault)
  await checkInvariants(stores)
  return wasReached()
}

/** The same call succeeds now, unless it finds what the first one has created. */
async function repeat({ creates, run }: Call, adapter: MortiseAdapter, fault: Fault): Promise<void> {
  const mayBeCreated = creates && (fault.isApplied || fault.kind === "crash")
  await run(adapter).catch((error: unknown) => {
    if (!mayBeCreated) throw error
    expect(error).toMatchObject({ code: "conflict" })
  })
}

const faults: readonly Omit<Fault, "nth">[] = [
  { kind: "once", isApplied: false },
  { kind: "once", isApplied: true },
  { kind: "crash", isApplied: false },
  { kind: "crash", isApplied: true },
]

describe.each(Object.entries(calls))("%s", (_, call) => {
  test.each(faults)("with a fault at each call of a half (%o)", async (fault) => {
    let nth = 1
    while (await interrupt(call, { ...fault, nth })) nth++
    expect(nth).toBeGreaterThan(1)
  })
})

describe("while one half is down", () => {
  const down = <A extends MortiseAdapter>(adapter: A): A =>
    wrapped(adapter, () => async () => {
      throw new MortiseError("unavailable", "The store is down.")
    })

  const needsUsers = ["createUser", "signUp", "deleteUser", "createSession", "getSessionAndUser"]

  test.each(["users", "sessions"] as const)(
    "calls that need %s fail, and none returns null",
    async (half) => {
      const stores = openStores()
      const { users, sessions } = stores
      const healthy = split({ users, sessions })
      await prepare(healthy)
      const broken = split({ users, sessions, [half]: down(stores[half]) })
      for (const [name, { run }] of Object.entries(calls)) {
        const isNeeded = half === "sessions" || needsUsers.includes(name) || /first|move|sweep/.test(name)
        const outcome = run(broken)
        if (isNeeded) await expect(outcome, name).rejects.toMatchObject({ code: "unavailable" })
        else expect(await outcome, name).not.toBeNull()
      }
      expect((await healthy.getUser("ada"))?.id).toBe("ada")
    },
  )

  test("a session that was found before is not found while its user cannot be read", async () => {
    const { users, sessions } = openStores()
    let isDown = false
    const flaky = wrapped(users, (run) => async (...args) => {
      if (isDown) throw new MortiseError("unavailable", "The store is down.")
      return run(...args)
    })
    const adapter = split({ users: flaky, sessions })
    await prepare(adapter)
    for (const nth of [1, 2]) expect((await adapter.getSessionAndUser("ada"))?.user.id, `${nth}`).toBe("ada")
    isDown = true
    await expect(adapter.getSessionAndUser("ada")).rejects.toMatchObject({
      code: "unavailable",
      operation: "getSessionAndUser",
    })
    expect(await adapter.getSessionAndUser("none")).toBeNull()
  })
})
