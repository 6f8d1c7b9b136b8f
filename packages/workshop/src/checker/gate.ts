/**
 * A gate that every step of several callers must pass: a statement or a command. Steps wait until all callers stand still;
 * then `choose` lets one of them through, and says what becomes of it. The gate waits for the reply, or until the step
 * is seen to wait for a lock, before the next choice. So a run is a sequence of single steps.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { Touches } from "./commute.ts"

/** What a caller is about to send. */
export type StepInfo = {
  /** In few words, for the printed order. */
  readonly label: string
  /** The steps of a caller in one lane run in the order in which they were sent, as on one connection. */
  readonly lane?: string
  /** What the step reads and writes, if that is known. */
  readonly touches?: Touches | undefined
  /** Makes the server forget the caller's connection, and returns the error of its client. */
  disconnect?(): Promise<Error>
  /** Whether the step failed because of a lock. It is not repeated before another caller has taken a step. */
  isConflict?(error: unknown): boolean
}

/** Lets a command run when its turn comes. The promise of a dead caller never settles. */
export type Pass = <T>(step: StepInfo, command: () => Promise<T>) => Promise<T>

/** The step runs; it runs and its answer is lost; it runs and its caller dies. */
export type Fate = "run" | "lose" | "die"

/** A step at the gate. */
export type Waiting = StepInfo & {
  readonly caller: number
  /** The how manyth step of its caller it is. */
  readonly place: number
}

/** Chooses the next step; `undefined` ends the run. */
export type Choose = (
  waiting: readonly Waiting[],
) => { readonly step: number; readonly fate: Fate } | undefined

/** The locks of a server. */
export type Locks = {
  /** Whether a step may have to wait for one. */
  areHeld(): boolean
  isWaiting(caller: number): Promise<boolean>
  /** Gives all of them up, because the run has ended. */
  release(): Promise<void>
}

export type Gate = {
  /** The entrance of one caller. */
  enter(caller: number): Pass
  /** Runs until every caller has ended or is dead, and no step is left. */
  run(callers: readonly Promise<unknown>[]): Promise<void>
  isDead(caller: number): boolean
}

type Entry = Waiting & { start(fate: Fate): Promise<void> }
type Running = { readonly caller: number; isDone: boolean; readonly done: Promise<void> }

type State = {
  readonly waiting: Entry[]
  readonly dead: Set<number>
  /** Steps that wait for a lock. */
  readonly blocked: Set<Running>
  /** Callers whose last step was refused because of a lock, since another caller has taken a step. */
  readonly refused: Set<number>
}

export function createGate(choose: Choose, locks?: Locks): Gate {
  const state: State = { waiting: [], dead: new Set(), blocked: new Set(), refused: new Set() }
  const places = new Map<number, number>()
  return {
    enter: (caller) => (step, command) =>
      new Promise((resolve, reject) => {
        if (state.dead.has(caller)) return
        const place = places.get(caller) ?? 0
        places.set(caller, place + 1)
        const start = async (fate: Fate): Promise<void> => {
          const answer = await command().then(
            (value) => () => resolve(value),
            (error) => {
              if (step.isConflict?.(error)) state.refused.add(caller)
              return () => reject(error)
            },
          )
          if (fate === "run") return answer()
          const error = await (step.disconnect?.() ?? new Error("The answer was lost."))
          if (fate === "lose") reject(error)
        }
        state.waiting.push({ ...step, caller, place, start })
      }),

    async run(callers) {
      const open = new Set(callers.keys())
      for (const [caller, ended] of callers.entries())
        ended.finally(() => open.delete(caller)).catch(() => {})
      while (await allowStep(state, open)) {
        if (state.waiting.length > 0) {
          if (await letOneThrough(state, choose, locks)) continue
          // Nothing of a run that ended early may run later.
          for (const caller of callers.keys()) bury(state, caller)
          await locks?.release()
          await Promise.all([...state.blocked].map(({ done }) => done))
          return
        }
        // All wait for each other: the server ends one of them.
        await Promise.race([...state.blocked].map(({ done }) => done))
        for (const step of [...state.blocked]) await settle(step, state.blocked, locks)
      }
    },

    isDead: (caller) => state.dead.has(caller),
  }
}

/** How long a caller may take between two steps. It ends a hang, and is longer than a busy machine takes. */
const longestThoughtMs = 20_000

/** Waits until every caller has ended, is dead, or waits. Returns whether any of them waits. */
async function allowStep({ waiting, dead, blocked }: State, open: ReadonlySet<number>): Promise<boolean> {
  const isThinking = (caller: number) =>
    !dead.has(caller) && ![...waiting, ...blocked].some((step) => step.caller === caller)
  for (const since = performance.now(); ; ) {
    await standStill()
    const thinking = [...open].find(isThinking)
    if (thinking === undefined) return waiting.length > 0 || blocked.size > 0
    const duration = performance.now() - since
    if (duration > longestThoughtMs) throw new Error(`Caller ${thinking} neither ends nor sends anything.`)
    if (duration > 5) await sleep(1)
  }
}

async function letOneThrough(state: State, choose: Choose, locks: Locks | undefined): Promise<boolean> {
  const { waiting, blocked, refused } = state
  const next = sortByCaller(waiting).filter(isNextInLane)
  const able = next.filter(({ caller }) => !refused.has(caller))
  const steps = able.length > 0 ? able : next
  const choice = choose(steps)
  const entry = choice && steps[choice.step]
  if (!choice || !entry) return false
  waiting.splice(waiting.indexOf(entry), 1)
  refused.clear()
  if (choice.fate === "die") bury(state, entry.caller)
  const done = entry.start(choice.fate)
  const running: Running = { caller: entry.caller, isDone: false, done }
  const finish = () => {
    running.isDone = true
  }
  done.then(finish, finish)
  for (const step of [running, ...blocked]) await settle(step, blocked, locks)
  return true
}

/** Waits until a step is done, or waits for a lock. */
async function settle(running: Running, blocked: Set<Running>, locks: Locks | undefined): Promise<void> {
  if (!locks?.areHeld()) await running.done
  while (!running.isDone) {
    await Promise.race([running.done, sleep(1)])
    if (running.isDone || !(await locks?.isWaiting(running.caller))) continue
    blocked.add(running)
    return
  }
  await running.done
  blocked.delete(running)
}

/** No further step of a dead caller runs. */
function bury({ waiting, dead }: State, caller: number): void {
  dead.add(caller)
  const left = waiting.filter((entry) => entry.caller !== caller)
  waiting.splice(0, waiting.length, ...left)
}

/** In an order that the same choices always give. */
const sortByCaller = (waiting: readonly Entry[]): Entry[] =>
  [...waiting].sort((a, b) => a.caller - b.caller || a.place - b.place)

const isNextInLane = ({ caller, lane }: Entry, index: number, steps: readonly Entry[]): boolean =>
  lane === undefined || !steps.slice(0, index).some((step) => step.caller === caller && step.lane === lane)

/** Lets the callers run until each waits for a step, or for its server. */
const standStill = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
