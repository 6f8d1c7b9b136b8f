import type { MortiseAdapter } from "../../../mortise/src/contract/adapter.ts"
import { type Adapter, upkeep } from "../../../mortise/src/index.ts"
import { split } from "../../../mortise/src/layers/index.ts"
import { createCallers, type Engine } from "./engine.ts"
import { openPostgresEngine } from "./postgres-engine.ts"
import { openRedisEngine } from "./redis-engine.ts"

/** Users in PostgreSQL, sessions in Redis: a call takes steps in both. */
export async function openSplitEngine(): Promise<Engine> {
  const [users, sessions] = await Promise.all([openPostgresEngine(), openRedisEngine()])
  const halves = [users, sessions]
  const replaceHalves = (caller: number) => Promise.all(halves.map((half) => half.replace(caller)))
  const join = (read: (half: Engine) => Adapter | undefined): Adapter =>
    split({ users: read(users) as MortiseAdapter, sessions: read(sessions) as MortiseAdapter })
  const { callers, replace } = await createCallers(async (_, caller) => {
    await replaceHalves(caller)
    return join((half) => half.callers[caller])
  })
  const alone = join((half) => half.alone)
  return {
    name: "Split",
    callers,
    replace,
    alone,
    enter: (passes) => {
      for (const half of halves) half.enter(passes)
    },
    ...(users.locks && { locks: users.locks }),
    faults: ["die", "lose"],
    runsAtOnce: 1,
    clear: async () => {
      for (const half of halves) await half.clear()
    },
    readStored: async (suffix) =>
      (await Promise.all(halves.map((half) => half.readStored(suffix)))).join("\n"),
    async listLeftovers(suffix) {
      await upkeep(alone)?.sweep()
      return (await Promise.all(halves.map((half) => half.listLeftovers(suffix)))).flat()
    },
    async close() {
      for (const half of halves) await half.close()
    },
  }
}
