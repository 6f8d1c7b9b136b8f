import { setTimeout as sleep } from "node:timers/promises"
import { expect } from "vitest"
import { type Adapter, extras, MortiseError } from "../../../src/index.ts"
import { signIn, someAccount, someone, someSession, someToken } from "../../support/people.ts"
import type { Joined } from "./orm-store.ts"

/** A call of an adapter, and how to find each row that it stores. */
export type SideCall = {
  readonly done: Promise<unknown>
  readonly rows: readonly ((by: Adapter) => Promise<unknown>)[]
}

export type Person = { readonly id: string; readonly account: ReturnType<typeof someAccount> }

/** The error of the application. */
export const undo = new Error("undo")

export async function somePerson(adapter: Adapter): Promise<Person> {
  const { user } = await signIn(adapter)
  const account = someAccount(user.id)
  await adapter.linkAccount(account)
  return { id: user.id, account }
}

export const signUp = async (
  adapter: Adapter,
  user: ReturnType<typeof someone>,
  account: ReturnType<typeof someAccount>,
) => extras(adapter)?.signUp?.({ user, account })

/** Calls of one statement and of several. */
export function sideCalls(adapter: Adapter, { id }: Person): SideCall[] {
  const [one, two, token] = [someone(), someone(), someToken()]
  const account = someAccount("")
  const { provider, providerAccountId } = account
  return [
    sessionCall(adapter, id),
    {
      done: signUp(adapter, one, account),
      rows: [
        (by) => by.getUserByEmail(one.email),
        (by) => by.getUserByAccount({ provider, providerAccountId }),
      ],
    },
    { done: adapter.createUser(two), rows: [(by) => by.getUserByEmail(two.email)] },
    {
      done: adapter.createVerificationToken(token),
      rows: [(by) => by.useVerificationToken({ identifier: token.identifier, token: token.token })],
    },
    sessionCall(adapter, id),
  ]
}

function sessionCall(
  adapter: Adapter,
  userId: string,
  after: Promise<unknown> | undefined = undefined,
): SideCall {
  const session = someSession(userId)
  const done = after ? after.then(() => adapter.createSession(session)) : adapter.createSession(session)
  return { done, rows: [(by) => by.getSessionAndUser(session.sessionToken)] }
}

/**
 * Starts calls of two adapters. One of the calls fails: refused by the database, or by an error of the application. The
 * last one is made when another one has ended.
 */
export async function startCalls(
  { adapter, again }: Pick<Joined, "adapter" | "again">,
  person: Person,
  nth: number,
): Promise<readonly SideCall[]> {
  if (nth % 2) await adapter.createSession(someSession(person.id))
  const failing = [
    () => adapter.linkAccount({ ...person.account, type: "oidc" }),
    () => delay(nth).then(() => Promise.reject(undo)),
    () => adapter.createSession(someSession(crypto.randomUUID())),
    () => sessionCall(again(), person.id).done.then(() => Promise.reject(undo)),
  ]
  const fail = (): SideCall => ({ done: failing[nth % failing.length]?.() ?? Promise.reject(undo), rows: [] })
  const before = nth % 3 === 0 ? [fail()] : []
  const calls = [...before, ...sideCalls(adapter, person), ...(before.length ? [] : [fail()])]
  const first = sessionCall(again(), person.id)
  return [...calls, first, sessionCall(adapter, person.id, first.done)]
}

/** Ends at another moment of the calls in each round. */
export async function delay(nth: number): Promise<void> {
  if (nth % 4 > 1) return sleep(nth % 5)
  for (let tick = 0; tick < nth; tick++) await undefined
}

/** Waits for all calls. They succeed, are refused by the database, or are refused because the transaction has ended. */
export async function settled(calls: readonly SideCall[]) {
  const outcomes = await Promise.allSettled(calls.map(({ done }) => done))
  for (const outcome of outcomes) {
    if (outcome.status === "fulfilled" || outcome.reason === undo) continue
    expect(outcome.reason).toBeInstanceOf(MortiseError)
    expect(["unavailable", "conflict", "not_found"]).toContain((outcome.reason as MortiseError).code)
  }
  return outcomes
}

/** The rows of calls that another connection finds. */
export async function stored(calls: readonly SideCall[], by: Adapter): Promise<unknown[]> {
  const found = []
  for (const find of calls.flatMap(({ rows }) => rows)) found.push(await find(by))
  return found.filter((row) => row !== null)
}
