// Watches one row while it changes. Several lookups start shortly before, during and after the change. A lookup that
// ends before the change starts must return the old row, a lookup that starts after the change has completed must return
// the new one, and a lookup in between must return one of both: never a mixture, never half a row, never nothing.
// If a second change follows, a lookup may return any state from the start of the lookup to its end, and no other.
// Lookups that start the moment the change completes, while earlier ones are still in flight, find adapters that share
// one lookup between callers. Lookups at the end find caches that an earlier lookup filled too late.

import type { CaseContext } from "../../case.ts"
import type { Effort } from "../../run-context.ts"
import { member, sameValue } from "../../same-value.ts"

/** A row that changes. `null` stands for a row that does not exist. */
export type WatchedChange = {
  readonly before: object | null
  readonly after: object | null
  read(): Promise<object | null | undefined>
  change(): Promise<unknown>
  /** A second change, which starts as soon as the first one has completed. */
  readonly next?: { readonly after: object | null; change(): Promise<unknown> }
}

/** When the lookups and the change of a round start: after turns of the microtask queue, or after milliseconds. */
type Plan = { readonly readers: readonly number[]; readonly change: number; readonly unit: "turns" | "wait" }

const turnByTurn = { quick: [0, 1, 3, 4, 7], full: [0, 1, 2, 3, 4, 6, 8, 11] }

/** Rounds in turns reach an adapter in this process, rounds in milliseconds one that uses a server. */
const planOf = (round: number, effort: Effort): Plan =>
  round % 2 === 0
    ? { unit: "turns", readers: turnByTurn[effort], change: [3, 1, 5, 2, 7, 4, 9, 6][(round / 2) % 8] ?? 3 }
    : { unit: "wait", readers: [0, 0, 1, 1, 2], change: round % 3 === 0 ? 0 : 1 }

/** Makes the change of one round and checks every lookup around it. */
export async function watchChange(t: CaseContext, watched: WatchedChange, round: number): Promise<void> {
  const { before, after, read, change, next } = watched
  const changes = next ? [change, next.change] : [change]
  const states = next ? [before, after, next.after] : [before, after]
  let [begun, completed] = [0, 0]
  const check = async (): Promise<void> => {
    const [first, phase] = [completed, begun === 0 ? "before" : begun > completed ? "during" : "after"]
    const answer = await read()
    const allowed = states.slice(first, begun + 1)
    const expected = allowed.map((row) => (row ? "the whole row" : "null"))
    const holds = allowed.some((row) => matches(answer, row))
    t.check(holds, `a lookup that starts ${phase} a change: ${[...new Set(expected)].join(" or ")}`, answer)
  }

  const { unit, readers, change: changeAt } = planOf(round, t.effort)
  // In half of the rounds a lookup fills a cache, if there is one, before the change.
  if (round % 4 > 1) await check()
  const early = readers.map(async (start) => {
    await t[unit](start)
    await check()
  })
  const changing = (async () => {
    await t[unit](changeAt)
    for (const make of changes) {
      begun++
      await make()
      completed++
    }
    await check()
  })()
  const outcomes = await Promise.allSettled([...early, changing])
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason
  await check()
  if (round % 8 !== 1) return
  // A cache may also be filled after the lookup has returned.
  await t.wait(lateFillMs)
  await check()
}

const lateFillMs = 5

const matches = (answer: object | null | undefined, expected: object | null): boolean =>
  expected === null || !answer
    ? (answer ?? null) === expected
    : Object.keys(expected).every((name) => sameValue(member(answer, name), member(expected, name)))
