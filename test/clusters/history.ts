/**
 * Callers that sign up, sign in, use tokens and sign out on a cluster while it fails, and a record of what each call was
 * told. Every caller works with rows of its own, so its record says what must be stored and what must not.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { type Adapter, MortiseError } from "../../src/index.ts"

/** What a caller was told about a row: stored, deleted, or unknown after an `indeterminate` error. */
export type Fate = "stored" | "deleted" | "unknown"

export type History = {
  /** By the id of the user. */
  readonly users: Map<string, Fate>
  /** By the session token. */
  readonly sessions: Map<string, Fate>
  /** How often each verification token was returned by a successful use, with the key of the token. */
  readonly uses: Map<string, { readonly identifier: string; times: number }>
  /** What no error code allows. */
  readonly violations: string[]
  readonly errors: Map<string, number>
  /** The longest time between two successes of an operation, over all callers. */
  readonly pauses: Map<string, { last: number; longestMs: number }>
  calls: number
  slowestMs: number
}

export const newHistory = (): History => ({
  users: new Map(),
  sessions: new Map(),
  uses: new Map(),
  violations: [],
  errors: new Map(),
  pauses: new Map(),
  calls: 0,
  slowestMs: 0,
})

const inAnHour = (): Date => new Date(Date.now() + 3_600_000)

/** Starts callers, each on one of the adapters. The function that is returned stops them. */
export function startCallers(adapters: readonly Adapter[], history: History, count = 6): () => Promise<void> {
  let isOver = false
  const callers = Array.from({ length: count }, async (_, nth) => {
    const adapter = adapters[nth % adapters.length] as Adapter
    const other = adapters[(nth + 1) % adapters.length] as Adapter
    while (!isOver) await callOnce(adapter, other, history)
  })
  return async () => {
    isOver = true
    await Promise.all(callers)
  }
}

/** A sign-up, a session that is revoked, and a token that two requests use at once. `other` may be another node. */
async function callOnce(adapter: Adapter, other: Adapter, history: History): Promise<void> {
  const { users, sessions, uses, violations } = history
  const attempt = attempting(history)
  const id = crypto.randomUUID()
  const email = `${id}@example.com`
  users.set(id, "unknown")
  const user = await attempt(adapter.createUser({ id, email } as never), "create a user")
  if (user === failed) return void users.delete(id)
  if (user === unknown) return
  users.set(id, "stored")

  const session = { sessionToken: crypto.randomUUID(), userId: id, expires: inAnHour() }
  sessions.set(session.sessionToken, "unknown")
  const created = await attempt(other.createSession(session), "create a session")
  if (created === failed) sessions.delete(session.sessionToken)
  else if (created !== unknown) {
    sessions.set(session.sessionToken, "stored")
    const deleted = await attempt(adapter.deleteSession(session.sessionToken), "delete a session")
    if (deleted === null) violations.push("A session that was stored was not found by its deletion.")
    if (deleted !== failed) sessions.set(session.sessionToken, deleted === unknown ? "unknown" : "deleted")
    const isDeleted = sessions.get(session.sessionToken) === "deleted"
    const found = await attempt(other.getSessionAndUser(session.sessionToken), "look up a session")
    if (isDeleted && isRow(found)) violations.push("A lookup found a session after its deletion.")
  }

  const token = { identifier: email, token: crypto.randomUUID(), expires: inAnHour() }
  if (!isRow(await attempt(adapter.createVerificationToken(token), "create a token"))) return
  const used = await Promise.all(
    [adapter, other].map((each) => attempt(each.useVerificationToken(token), "use a token")),
  )
  uses.set(token.token, { identifier: email, times: used.filter(isRow).length })
}

function recordSuccess({ pauses }: History, what: string): void {
  const now = performance.now()
  const { last, longestMs } = pauses.get(what) ?? { last: now, longestMs: 0 }
  pauses.set(what, { last: now, longestMs: Math.max(longestMs, now - last) })
}

/** Uses every token again that was used: no such use may succeed. */
export async function useAgain({ uses }: History, adapter: Adapter): Promise<void> {
  for (const [token, use] of uses)
    if (use.times > 0 && (await adapter.useVerificationToken({ identifier: use.identifier, token })))
      use.times++
}

const failed = Symbol("failed")
const unknown = Symbol("unknown")

const isRow = (answer: unknown): boolean => typeof answer === "object" && answer !== null

/** Awaits a call. `failed` means that nothing was changed. */
const attempting =
  (history: History) =>
  async <T>(call: Promise<T>, what: string): Promise<T | typeof failed | typeof unknown> => {
    const start = performance.now()
    history.calls++
    try {
      const answer = await call
      recordSuccess(history, what)
      return answer
    } catch (error) {
      if (!(error instanceof MortiseError)) {
        history.violations.push(`To ${what} threw ${error}`)
        return unknown
      }
      history.errors.set(error.code, (history.errors.get(error.code) ?? 0) + 1)
      if (error.code === "conflict" || error.code === "not_found")
        history.violations.push(`To ${what} failed as ${error.code}, although no other caller uses its rows.`)
      await sleep(20)
      return error.code === "indeterminate" ? unknown : failed
    } finally {
      history.slowestMs = Math.max(history.slowestMs, performance.now() - start)
    }
  }
