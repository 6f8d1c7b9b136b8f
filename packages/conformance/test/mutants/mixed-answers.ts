import type { Adapter, User } from "mortise"
import { breaking, type Mutant, pause } from "./mutant.ts"

/** Collects the lookups of one turn and answers them together. `deal` decides which caller gets which answer. */
function batched<Key, Row>(
  read: (key: Key) => Promise<Row>,
  deal: (keys: readonly Key[], rows: readonly Row[]) => readonly Row[],
): (key: Key) => Promise<Row> {
  let keys: Key[] = []
  let flushed: Promise<readonly Row[]> | undefined
  const flush = async () => {
    await null
    const batch = keys
    keys = []
    flushed = undefined
    return deal(batch, await Promise.all(batch.map(read)))
  }
  return async (key) => {
    const nth = keys.push(key) - 1
    flushed ??= flush()
    return (await flushed)[nth] as Row
  }
}

/** Passes calls on one after the other, as a store with one lock does. */
const locked = (good: Adapter): Adapter => {
  let last: Promise<unknown> = Promise.resolve()
  const entries = Object.entries(good).map(([name, operation]) => [
    name,
    (...args: unknown[]) => {
      const answer = last.then(() => (operation as (...args: unknown[]) => unknown)(...args))
      last = answer.catch(() => undefined)
      return answer
    },
  ])
  return Object.fromEntries(entries) as Adapter
}

/** Defects of concurrent lookups: a caller gets the answer of another. */
export const mixedAnswerMutants: readonly Mutant[] = [
  {
    name: "lookups-share-a-parameter",
    by: "concurrent-lookups/users",
    defect: "getUserByEmail keeps its address in a variable that the next call overwrites",
    evidence: "one prepared statement with shared bindings; SEC-B9",
    make: breaking((good) => {
      let address = ""
      return {
        async getUserByEmail(email) {
          address = email
          await null
          return good.getUserByEmail(address)
        },
      }
    }),
  },
  {
    name: "session-of-the-last-caller",
    by: "concurrent-lookups/sessions",
    defect: "getSessionAndUser returns the result that was read last, by any caller",
    evidence: "a module-level variable in a serverless function; SEC-D9",
    make: breaking((good) => {
      let last: Awaited<ReturnType<Adapter["getSessionAndUser"]>> = null
      return {
        async getSessionAndUser(token) {
          last = await good.getSessionAndUser(token)
          await pause()
          return last
        },
      }
    }),
  },
  {
    name: "batch-dealt-out-in-key-order",
    by: "concurrent-lookups/users",
    defect: "users that are looked up together are returned in the order of their ids",
    evidence: "WHERE id IN (…) returns rows in the order of the index",
    make: breaking((good) => ({
      getUser: batched(good.getUser, (keys, rows) => {
        const sorted = [...keys.keys()].sort((a, b) => (String(keys[a]) < String(keys[b]) ? -1 : 1))
        return sorted.map((nth) => rows[nth] as User | null)
      }),
    })),
  },
  {
    name: "batch-without-absent-rows",
    by: "concurrent-lookups/sessions",
    defect: "in a batch of session lookups, an absent session moves all later answers to the wrong caller",
    evidence: "MGET with the missing rows filtered out",
    make: breaking((good) => ({
      getSessionAndUser: batched(good.getSessionAndUser, (_, rows) => {
        const found = rows.filter((row) => row !== null)
        return rows.map((_, nth) => found[nth] ?? null)
      }),
    })),
  },
  {
    name: "batch-behind-a-lock",
    by: "concurrent-lookups/passkeys",
    defect: "passkey lookups of one turn get the answer of the first, in a store with one lock",
    evidence: "coalescing by operation instead of by key",
    make: (good) => {
      const slow = locked(good)
      const getAuthenticator = batched(slow.getAuthenticator, (_, rows) => rows.map(() => rows[0] ?? null))
      return { ...slow, getAuthenticator }
    },
  },
  {
    name: "ten-lookups-are-one-too-many",
    by: "concurrent-lookups/accounts",
    defect: "the owner of an account is mixed up when more than ten lookups run at once",
    evidence: "a pool whose connections are shared when it is exhausted",
    make: breaking((good) => {
      let running = 0
      let other: User | null = null
      return {
        async getUserByAccount(key) {
          running++
          const found = await good.getUserByAccount(key)
          await pause()
          const answer = running > 10 && other ? other : found
          other = found
          running--
          return answer
        },
      }
    }),
  },
  {
    name: "created-session-of-the-neighbour",
    by: "lost-writes/sessions",
    defect: "of two sessions that are created in one turn, both callers get the second",
    evidence: "a batched INSERT that returns its last row",
    make: breaking((good) => ({
      createSession: batched(
        good.createSession,
        (_, rows) => rows.map(() => rows.at(-1) ?? rows[0]) as never,
      ),
    })),
  },
  {
    name: "used-token-of-the-neighbour",
    by: "concurrent-lookups/tokens",
    defect: "tokens that are used in one turn are dealt out in reverse",
    evidence: "pipelined commands whose replies are read from the end",
    make: breaking((good) => ({
      useVerificationToken: batched(good.useVerificationToken, (_, rows) => [...rows].reverse()),
    })),
  },
]
