/**
 * A gate that every command of several callers must pass. Commands wait until all callers stand still; then the gate lets
 * one of them through, chosen at random. It waits for the reply before the next choice, so a run is a sequence of single
 * commands. Before any command the gate may kill its caller, as a crash of its process would: nothing of it runs again.
 */
import { setTimeout as sleep } from "node:timers/promises"

/** Lets a command run when its turn comes. The promise of a killed caller never settles. */
export type Pass = <T>(command: () => Promise<T>) => Promise<T>

export type Gate = {
  /** The entrance of one caller. */
  enter(caller: number): Pass
  /** Runs until every caller has ended or was killed, and no command is left. */
  run(callers: readonly Promise<unknown>[]): Promise<void>
  isKilled(caller: number): boolean
}

type Waiting = { readonly caller: number; start(): Promise<unknown> }

export function createGate(random: () => number, killRate: number): Gate {
  const waiting: Waiting[] = []
  const killed = new Set<number>()

  const kill = (caller: number): void => {
    killed.add(caller)
    for (let nth = waiting.length - 1; nth >= 0; nth--)
      if (waiting[nth]?.caller === caller) waiting.splice(nth, 1)
  }

  const letOneThrough = async (): Promise<void> => {
    const [next] = waiting.splice(Math.floor(random() * waiting.length), 1)
    if (!next) return
    if (random() < killRate) kill(next.caller)
    else await next.start()
  }

  return {
    enter: (caller) => (command) =>
      new Promise((resolve, reject) => {
        const start = () => command().then(resolve, reject)
        if (!killed.has(caller)) waiting.push({ caller, start })
      }),

    async run(callers) {
      const open = new Set(callers.keys())
      for (const [caller, ended] of callers.entries())
        ended.finally(() => open.delete(caller)).catch(() => {})
      const isRunning = () => [...open].some((caller) => !killed.has(caller))
      for (;;) {
        await standStill()
        if (waiting.length > 0) await letOneThrough()
        else if (isRunning()) await sleep(1)
        else return
      }
    },

    isKilled: (caller) => killed.has(caller),
  }
}

/** Lets the callers run until each waits for a command. */
const standStill = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
