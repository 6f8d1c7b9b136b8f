import type { Contestant, Engine, Workload } from "./contestant.ts"
import { enterInProcess, type RemoteEntrant } from "./enter-in-process.ts"
import { absence } from "./entrants.ts"
import type { Turn } from "./measure.ts"
import { median } from "./median.ts"
import type { Settings } from "./settings.ts"

/** Medians over all rounds; each `…Ratio` is a ratio to the limit's turn in the same round. */
export type Figures = {
  readonly ratio: number
  readonly p99Ratio: number
  readonly cpuRatio: number
  readonly p50: number
  readonly p99: number
  readonly cpu: number
}
/** Without figures, the note gives the reason. */
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
  readonly baseline: string
  /** The version of the Node that ran the contestants. */
  readonly node: string
  readonly results: WorkloadResult[]
}

/** Runs all workloads on all contestants of an engine, in a new random order each round. */
export async function race(
  engine: Engine,
  workloads: readonly Workload[],
  settings: Settings,
): Promise<EngineResult> {
  const { contestants, version, close, ...started } = await engine.open()
  const entrants: RemoteEntrant[] = []
  try {
    for (const together of processesOf(contestants)) {
      const names = together.map(({ name }) => name).join(", ")
      settings.progress(entrants.length, contestants.length, `${engine.name}: filling ${names}`)
      entrants.push(...(await enterInProcess(engine.name, together, settings.population, started)))
    }
    if (entrants[0]?.note) throw new Error(`${engine.name} has no limit: ${entrants[0].note}`)
    const results: WorkloadResult[] = []
    for (const [nth, workload] of workloads.entries()) {
      const report = (round: number) =>
        settings.progress(
          nth * settings.rounds + round,
          workloads.length * settings.rounds,
          `${engine.name} ${workload.name}`,
        )
      results.push(await raceOn(workload, entrants, settings, report))
    }
    const { name, about, baseline = "hand-written code" } = engine
    const node = started.node?.version ?? process.versions.node
    return { engine: name, about: version ? `${version}. ${about}` : about, baseline, node, results }
  } finally {
    for (const entrant of entrants) await entrant.close()
    await close()
  }
}

/** The contestants of each process, in their order. */
function processesOf(contestants: readonly Contestant[]): Contestant[][] {
  const [first] = contestants
  const groups = new Map<string, Contestant[]>()
  for (const contestant of contestants) {
    const { name, against = first?.name, besideLimit } = contestant
    const group = groups.get(besideLimit && against ? against : name)
    if (group) group.push(contestant)
    else groups.set(name, [contestant])
  }
  return [...groups.values()]
}

const mostCalls = 20_000

async function raceOn(
  workload: Workload,
  entrants: readonly RemoteEntrant[],
  settings: Settings,
  report: (round: number) => void,
): Promise<WorkloadResult> {
  const notes = new Map(entrants.map((entrant) => [entrant, absence(entrant, workload)]))
  const rounds: Map<string, Turn>[] = []
  const take = async (entrant: RemoteEntrant, count: number): Promise<Turn | undefined> => {
    if (notes.get(entrant)) return undefined
    const { name, callers } = workload
    const { turn, note } = await entrant.take({ workload: name, callers, count })
    notes.set(entrant, note)
    return turn
  }
  const counts = new Map<RemoteEntrant, number>()
  // The first turn measures how many calls fill a turn. Two seconds of calls then warm the process up like a long-lived one.
  for (const entrant of entrants) {
    const rate = (await take(entrant, workload.callers * 20))?.rate ?? 0
    const lasting = (ms: number) =>
      Math.round(Math.max(workload.callers * 4, Math.min(mostCalls, (rate * ms) / 1000)))
    await take(entrant, lasting(2000))
    counts.set(entrant, lasting(settings.turn))
  }
  for (let round = 0; round < settings.rounds; round++) {
    report(round)
    const turns = new Map<string, Turn>()
    for (const entrant of shuffled(entrants)) {
      const turn = await take(entrant, counts.get(entrant) ?? 1)
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
