import type { Adapter } from "../../../mortise/src/index.ts"
import type { Fate, Locks, Pass } from "./gate.ts"

/** A store on a real engine, for several callers with a client each, whose steps pass a gate. */
export type Engine = {
  readonly name: string
  readonly callers: readonly Adapter[]
  /** Gives a caller that has died a new client. */
  replace(caller: number): Promise<void>
  /** An adapter on a client of its own, which passes no gate. */
  readonly alone: Adapter
  /** The adapter that stores what is there before the callers start, if it is another one. */
  readonly before?: Adapter
  /** Where the steps of each caller go from now on. */
  enter(passes: readonly Pass[]): void
  readonly locks?: Locks
  /** What can happen to a step. */
  readonly faults: readonly Exclude<Fate, "run">[]
  /** How many runs can be set up in advance: as many as their rows do not meet. */
  readonly runsAtOnce: number
  /** Whether every run has the same keys, because a key decides which steps share a connection. */
  readonly repeatsKeys?: boolean
  /** Removes everything that is stored. */
  clear(): Promise<void>
  /** Everything that is stored for a run, as text that is the same for equal states. */
  readStored(suffix: string): Promise<string>
  /** Sweeps, and lists what is stored although all users of a run were deleted, and no expiry will remove it. */
  listLeftovers(suffix: string): Promise<readonly string[]>
  close(): Promise<void>
}

/** `hasTenants`: its adapters are those of two tenants, as `openTenants` opens them. */
export type EngineOptions = { readonly hasTenants?: boolean }

/** How many callers an engine has. */
const mostCallers = 3

/** The callers of an engine. Outside runs, and until it is open, an adapter passes at once. */
export async function createCallers(
  open: (pass: Pass, caller: number) => Promise<Adapter>,
): Promise<Pick<Engine, "callers" | "enter" | "replace">> {
  let passes: readonly Pass[] = []
  const callers: Adapter[] = []
  const replace = async (caller: number): Promise<void> => {
    callers[caller] = await open((step, command) => passes[caller]?.(step, command) ?? command(), caller)
  }
  for (let caller = 0; caller < mostCallers; caller++) await replace(caller)
  return {
    callers,
    replace,
    enter: (entrances) => {
      passes = entrances
    },
  }
}

/** Replaces what differs between two runs that leave the same. */
export const withoutSuffix = (text: string, suffix: string): string => text.replaceAll(suffix, "")
