import type { Adapter } from "../../src/index.ts"
import type { Fate, History } from "./history.ts"

/** What the final state of a cluster contradicts in the answers that its callers got. */
export type Contradictions = {
  readonly lost: number
  readonly undone: number
  readonly usedTwice: number
  readonly others: readonly string[]
}

export const none: Contradictions = { lost: 0, undone: 0, usedTwice: 0, others: [] }

export const isClean = ({ lost, undone, usedTwice, others }: Contradictions): boolean =>
  lost + undone + usedTwice + others.length === 0

/** Compares a history with what an adapter finds now. */
export async function checkHistory(history: History, adapter: Adapter): Promise<Contradictions> {
  const { users, sessions, uses, violations } = history
  const foundUsers = await present(users, (id) => adapter.getUser(id))
  const foundSessions = await present(sessions, (token) => adapter.getSessionAndUser(token))
  const count = (rows: ReadonlyMap<string, Fate>, found: ReadonlySet<string>, fate: Fate, isFound: boolean) =>
    [...rows].filter(([key, told]) => told === fate && found.has(key) === isFound).length
  return {
    lost: count(users, foundUsers, "stored", false) + count(sessions, foundSessions, "stored", false),
    undone: count(sessions, foundSessions, "deleted", true),
    usedTwice: [...uses.values()].filter(({ times }) => times > 1).length,
    others: [...new Set(violations)],
  }
}

async function present(
  rows: ReadonlyMap<string, Fate>,
  find: (key: string) => Promise<unknown>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const keys = [...rows.keys()]
  for (let from = 0; from < keys.length; from += 100)
    await Promise.all(
      keys.slice(from, from + 100).map(async (key) => {
        if (await find(key)) found.add(key)
      }),
    )
  return found
}

/** A line for the reader of a test run. */
export function describeHistory({ calls, errors, slowestMs, pauses }: History): string {
  const codes = [...errors].map(([code, count]) => `${code} ${count}`).join(", ")
  const longest = [...pauses].map(([what, { longestMs }]) => `${what} ${Math.round(longestMs)} ms`).join(", ")
  return `${calls} calls, slowest ${Math.round(slowestMs)} ms; errors: ${codes || "none"}; longest time without a success: ${longest}`
}
