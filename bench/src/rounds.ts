import type { Engine } from "./contestant.ts"
import { absence, type Entrant, enter, reasonOf } from "./entrants.ts"
import { measure, type Turn } from "./measure.ts"
import { median } from "./median.ts"
import type { Settings } from "./settings.ts"
import type { Workload } from "./workloads.ts"

/** Medians over all rounds; each `…Ratio` is held against the limit's turn in the same round. */
export type Figures = {
  readonly ratio: number
  readonly p99Ratio: number
  readonly cpuRatio: number
  readonly p50: number
  readonly p99: number
  readonly cpu: number
}
/** Without figures there is a note that says why. */
export type Standing = {
  readonly contestant: string
  readonly against: string
  readonly figures: Figures | null
  readonly note: string
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

/** All contestants of an engine on all workloads, in a new random order each round. */
export async function race(
  engine: Engine,
  workloads: readonly Workload[],
  settings: Settings,
): Promise<EngineResult> {
  const { contestants, version, close } = await engine.open()
  const entrants: Entrant[] = []
  try {
    for (const [nth, contestant] of contestants.entries()) {
      settings.progress(nth, contestants.length, `${engine.name}: filling ${contestant.name}`)
      entrants.push(await enter(contestant, settings.population))
    }
    if (entrants[0]?.note) throw new Error(`${engine.name}: there is no limit, since ${entrants[0].note}`)
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
    return { engine: engine.name, about: version ? `${version}. ${engine.about}` : engine.about, results }
  } finally {
    for (const entrant of entrants) await entrant.close()
    await close()
  }
}

async function raceOn(
  workload: Workload,
  entrants: readonly Entrant[],
  settings: Settings,
  tell: (round: number) => void,
): Promise<WorkloadResult> {
  const notes = new Map(entrants.map((entrant) => [entrant, absence(entrant, workload)]))
  const rounds: Map<string, Turn>[] = []
  const take = async (entrant: Entrant, count: number): Promise<Turn | undefined> => {
    if (notes.get(entrant) || !entrant.ready) return undefined
    const { adapter, population } = entrant.ready
    try {
      return await measure(await workload.prepare(adapter, population, count), workload.callers)
    } catch (error) {
      notes.set(entrant, `it failed: ${reasonOf(error)}`)
      return undefined
    }
  }
  const counts = new Map<Entrant, number>()
  // The first round warms up and finds out how many calls make a turn.
  for (const entrant of entrants) {
    const rate = (await take(entrant, workload.callers * 20))?.rate ?? 0
    counts.set(entrant, Math.max(workload.callers * 4, Math.min(20_000, (rate * settings.turn) / 1000)))
  }
  for (let round = 0; round < settings.rounds; round++) {
    tell(round)
    const turns = new Map<string, Turn>()
    for (const entrant of shuffled(entrants)) {
      const turn = await take(entrant, Math.round(counts.get(entrant) ?? 1))
      if (turn) turns.set(entrant.contestant.name, turn)
    }
    rounds.push(turns)
  }
  const first = entrants[0]?.contestant.name ?? ""
  const standings = entrants.map((entrant): Standing => {
    const { name, against = first } = entrant.contestant
    const note = notes.get(entrant) ?? ""
    const figures = note ? null : figuresOf(name, against, rounds)
    return { contestant: name, against, figures, note: figures ? "" : note || "its limit has no figures" }
  })
  return { workload: workload.name, callers: workload.callers, standings }
}

function figuresOf(name: string, against: string, rounds: readonly Map<string, Turn>[]): Figures | null {
  const pairs = rounds.flatMap((turns) => {
    const [turn, limit] = [turns.get(name), turns.get(against)]
    return turn && limit ? [{ turn, limit }] : []
  })
  if (pairs.length === 0) return null
  const middle = (of: (pair: (typeof pairs)[number]) => number) => median(pairs.map(of))
  return {
    ratio: middle(({ turn, limit }) => turn.rate / limit.rate),
    p99Ratio: middle(({ turn, limit }) => turn.p99 / limit.p99),
    cpuRatio: middle(({ turn, limit }) => turn.cpu / limit.cpu),
    p50: middle(({ turn }) => turn.p50),
    p99: middle(({ turn }) => turn.p99),
    cpu: middle(({ turn }) => turn.cpu),
  }
}

function shuffled<T>(list: readonly T[]): T[] {
  const copy = [...list]
  for (let nth = copy.length - 1; nth > 0; nth--) {
    const other = Math.floor(Math.random() * (nth + 1))
    ;[copy[nth], copy[other]] = [copy[other] as T, copy[nth] as T]
  }
  return copy
}
