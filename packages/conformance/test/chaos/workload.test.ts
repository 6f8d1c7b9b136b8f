import { type Adapter, MortiseError, operationNames } from "mortise"
import { memoryAdapter } from "mortise/memory"
import { describe, expect, test, vi } from "vitest"
import type { ChaosCall } from "../../src/chaos/chaos-call.ts"
import { checkHistory } from "../../src/chaos/check-history.ts"
import { readNode, useTokensAgain } from "../../src/chaos/final-state.ts"
import { keyHistories } from "../../src/chaos/key-history.ts"
import { parseCalls } from "../../src/chaos/record-calls.ts"
import { startWorkload } from "../../src/chaos/workload.ts"

const now = () => performance.now()

// Every operation is called within the first 200 lines.
const enoughLines = 2_000

/** Runs the workload without processes, and returns its calls and what the checker finds. */
async function work(entries: readonly object[]) {
  let text = ""
  let lines = 0
  const write = (line: string) => {
    text += `${line}\n`
    lines++
  }
  const stop = startWorkload({ entries, run: "run", process: "0", callers: 6, write, now })
  await vi.waitUntil(() => lines >= enoughLines, 60_000)
  await stop()
  const calls: ChaosCall[] = parseCalls(text)
  const [entry] = entries as readonly [object]
  const uses = await useTokensAgain(entry, keyHistories(calls), now)
  const all = [...calls, ...uses]
  const reads = await readNode({ name: "n1", adapter: entry }, keyHistories(all), now)
  const findings = checkHistory(keyHistories([...all, ...reads]))
  return { calls, findings, checks: new Set(findings.map(({ check }) => check)) }
}

const everyTenth = <CaseResult>(usual: () => CaseResult, instead: () => CaseResult) => {
  let count = 0
  return () => (++count % 10 === 0 ? instead() : usual())
}

/** Adapters with one defect each, on the store in memory, and what the checker must find. */
const defects: Readonly<Record<string, (store: Adapter) => Partial<Adapter>>> = {
  lost: (store) => {
    const lost = everyTenth(
      () => false,
      () => true,
    )
    return {
      createUser: async (user) => (lost() ? ({ ...user } as never) : store.createUser(user)),
    }
  },
  undone: (store) => ({ deleteUser: async (id) => store.getUser(id) as never }),
  revoked_session: (store) => ({
    deleteSession: async (token) => (await store.getSessionAndUser(token))?.session ?? null,
  }),
  used_twice: (store) => {
    const copies = new Map<string, never>()
    return {
      async useVerificationToken(key) {
        const used = await store.useVerificationToken(key)
        if (used) copies.set(key.token, used as never)
        return used ?? copies.get(key.token) ?? null
      },
    }
  },
  failed_write: (store) => {
    const fails = everyTenth(
      () => false,
      () => true,
    )
    return {
      async createUser(user) {
        const row = await store.createUser(user)
        if (fails()) throw new MortiseError("unavailable", "The answer was lost.")
        return row
      },
    }
  },
  own_conflict: (store) => {
    const refuses = everyTenth(
      () => false,
      () => true,
    )
    return {
      createSession: async (session) => {
        if (refuses()) throw new MortiseError("conflict", "The token is taken.")
        return store.createSession(session)
      },
    }
  },
  counter: (store) => ({
    getAuthenticator: async (id) => {
      const row = await store.getAuthenticator(id)
      return row && { ...row, counter: 0 }
    },
  }),
}

describe("the workload", () => {
  test("calls all nineteen operations, and a correct store has no finding", async () => {
    const store = memoryAdapter()
    const { calls, findings } = await work([store, store])
    expect(findings).toEqual([])
    expect(new Set(calls.map(({ operation }) => operation))).toEqual(new Set(operationNames))
    expect(calls.some(({ isShared }) => isShared)).toBe(true)
  })

  test.each(Object.entries(defects))("shows %s of a store with this defect", async (check, defect) => {
    const store = memoryAdapter()
    const { checks } = await work([{ ...store, ...defect(store) }])
    expect([...checks]).toContain(check)
  })

  test("two stores that do not replicate each other are found", async () => {
    const { checks } = await work([memoryAdapter(), memoryAdapter()])
    expect(checks.size).toBeGreaterThan(1)
  })
})

test("a line that a killed process did not finish is ignored, and its open calls have no outcome", () => {
  const start = JSON.stringify({ operation: "getUser", key: "k", id: 1, from: 5 })
  expect(parseCalls(`${start}\n{"id":1,"to":7,"outc`)).toEqual([
    { operation: "getUser", key: "k", from: 5, to: Number.POSITIVE_INFINITY, outcome: "lost" },
  ])
})
