import type { Contestant, Engine, Measured } from "./contestant.ts"
import { measure, type Turn } from "./measure.ts"
import { newAccount, newSession, newUser, type Population, type Workload } from "./workloads.ts"

export type Standing = {
  readonly contestant: string
  /** Medians over all rounds; `ratio` is the rate held against the limit's in the same round. */
  readonly ratio: number
  readonly p50: number
  readonly p99: number
  readonly cpu: number
}

export type WorkloadResult = {
  readonly workload: string
  readonly callers: number
  readonly standings: Standing[]
}
export type EngineResult = {
  readonly engine: string
  readonly about: string
  readonly results: WorkloadResult[]
}

export type Settings = {
  readonly rounds: number
  readonly population: number
  /** About how long one turn takes, in milliseconds. */
  readonly turn: number
  progress(done: number, of: number, what: string): void
}

type Entrant = { readonly name: string; readonly adapter: Measured; readonly population: Population }

/** All contestants of an engine on all workloads, in a new random order each round. */
export async function race(
  engine: Engine,
  workloads: readonly Workload[],
  settings: Settings,
): Promise<EngineResult> {
  const { contestants, close } = await engine.open()
  const opened = await Promise.all(contestants.map((contestant) => contestant.open()))
  try {
    const entrants: Entrant[] = []
    for (const [nth, { name }] of contestants.entries()) {
      const { adapter } = opened[nth] as Awaited<ReturnType<Contestant["open"]>>
      entrants.push({ name, adapter, population: await populate(adapter, settings.population) })
    }
    const results: WorkloadResult[] = []
    for (const [nth, workload] of workloads.entries()) {
      const tell = (round: number) =>
        settings.progress(
          nth * settings.rounds + round,
          workloads.length * settings.rounds,
          `${engine.name} ${workload.name}`,
        )
      results.push(await raceOn(workload, entrants, settings, tell))
    }
    return { engine: engine.name, about: engine.about, results }
  } finally {
    for (const { close } of opened) await close()
    await close()
  }
}

async function raceOn(
  workload: Workload,
  entrants: readonly Entrant[],
  settings: Settings,
  tell: (round: number) => void,
) {
  const turns = new Map<string, { turn: Turn; ratio: number }[]>(entrants.map(({ name }) => [name, []]))
  const counts = new Map<string, number>()
  // The first round warms up and finds out how many calls make a turn.
  for (const entrant of entrants) counts.set(entrant.name, await calibrate(workload, entrant, settings.turn))
  for (let round = 0; round < settings.rounds; round++) {
    tell(round)
    const inRound = new Map<string, Turn>()
    for (const { name, adapter, population } of shuffled(entrants)) {
      const calls = await workload.prepare(adapter, population, counts.get(name) ?? 1)
      inRound.set(name, await measure(calls, workload.callers))
    }
    const limit = inRound.get(entrants[0]?.name ?? "")?.rate ?? Number.NaN
    for (const [name, turn] of inRound) turns.get(name)?.push({ turn, ratio: turn.rate / limit })
  }
  const standings = entrants.map(({ name }): Standing => {
    const all = turns.get(name) ?? []
    const middle = (of: (entry: (typeof all)[number]) => number) => median(all.map(of))
    return {
      contestant: name,
      ratio: middle(({ ratio }) => ratio),
      p50: middle(({ turn }) => turn.p50),
      p99: middle(({ turn }) => turn.p99),
      cpu: middle(({ turn }) => turn.cpu),
    }
  })
  return { workload: workload.name, callers: workload.callers, standings }
}

async function calibrate(
  workload: Workload,
  { adapter, population }: Entrant,
  turn: number,
): Promise<number> {
  const { rate } = await measure(
    await workload.prepare(adapter, population, workload.callers * 20),
    workload.callers,
  )
  return Math.max(workload.callers * 4, Math.min(20_000, Math.round((rate * turn) / 1000)))
}

async function populate(adapter: Measured, count: number): Promise<Population> {
  const users = Array.from({ length: count }, newUser)
  const sessions = users.map(({ id }) => newSession(id))
  const accounts = users.map(({ id }) => newAccount(id))
  for (const [nth, user] of users.entries()) {
    const { id } = ((await adapter.createUser(user)) ?? user) as { id: string }
    user.id = id
    for (const owned of [sessions[nth], accounts[nth]]) if (owned) owned.userId = id
    await adapter.createSession(sessions[nth] as (typeof sessions)[number])
    await adapter.linkAccount(accounts[nth] as (typeof accounts)[number])
  }
  return { users, sessions, accounts }
}

function shuffled<T>(list: readonly T[]): T[] {
  const copy = [...list]
  for (let nth = copy.length - 1; nth > 0; nth--) {
    const other = Math.floor(Math.random() * (nth + 1))
    ;[copy[nth], copy[other]] = [copy[other] as T, copy[nth] as T]
  }
  return copy
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
