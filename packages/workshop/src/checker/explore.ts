/**
 * Runs every order of the steps of several callers, within bounds. A run is repeated from its beginning for each order: it
 * makes the choices of the order before, up to the last one that had another option. Two rules leave out orders that
 * differ from others only in steps that commute:
 *
 * - A step on places that no other caller touches is taken at once. If a later run shows that another one touches them,
 *   the search starts over.
 * - An option is skipped if it commutes with every step since an order that began with it (sleep sets).
 */
import { commute, isSamePlace, listPlaces } from "./commute.ts"
import type { Choose, Fate, Waiting } from "./gate.ts"

export type Bounds = {
  /** What may happen to a step, besides that it runs. */
  readonly faults: readonly Exclude<Fate, "run">[]
  /** How many steps of a run it may happen to. Default: one. */
  readonly mostFaults?: number
  /** How often a caller that could go on may have to wait for another. Default: as often as there are orders. */
  readonly preemptions?: number
}

/** A step that was let through. */
export type Taken = Waiting & {
  readonly fate: Fate
  /** Whether the caller of the step before could have gone on. */
  readonly preempts: boolean
  /** Whether no other caller touches what it touches. */
  readonly isPrivate: boolean
}

export type Explored = {
  /** The orders that were run. */
  runs: number
  /** The branches that were left out because steps commute. */
  skipped: number
  /** The orders that were left out because they have too many preemptions. */
  leftOut: number
  /** The runs in which the server chose differently than in the run before, such as the victim of a deadlock. */
  diverged: number
}

type Node = { readonly options: readonly Taken[]; next: number; readonly asleep: readonly Taken[] }

/** Runs one order. Returns false to stop. */
export type RunOrder = (choose: Choose, listTaken: () => readonly Taken[]) => Promise<boolean>

export async function explore(bounds: Bounds, runOrder: RunOrder): Promise<Explored> {
  const path: Node[] = []
  const explored = { runs: 0, skipped: 0, leftOut: 0, diverged: 0 }
  const shared: string[] = []
  for (;;) {
    const taken: Taken[] = []
    let isPruned = false
    const choose: Choose = (waiting) => {
      const depth = taken.length
      const node = path[depth] ?? createNode({ path, taken, waiting, bounds, shared, explored })
      if (depth === path.length) path.push(node)
      const option = node.options[node.next]
      if (!option) {
        isPruned = true
        return undefined
      }
      const step = waiting.findIndex(
        ({ caller, place }) => caller === option.caller && place === option.place,
      )
      if (step < 0) explored.diverged++
      const chosen = step < 0 ? takeAsIs(waiting[0] as Waiting) : option
      taken.push(chosen)
      return { step: Math.max(0, step), fate: chosen.fate }
    }
    const goesOn = await runOrder(choose, () => (isPruned ? [] : taken))
    if (!isPruned) explored.runs++
    if (!goesOn) return explored
    const met = listShared(taken).filter((place) => !shared.includes(place))
    if (met.length > 0) {
      shared.push(...met)
      path.length = 0
      Object.assign(explored, { runs: 0, skipped: 0, leftOut: 0 })
    } else if (!advance(path)) return explored
  }
}

/** A step as it runs where nothing is chosen. */
const takeAsIs = (step: Waiting): Taken => ({ ...step, fate: "run", preempts: false, isPrivate: false })

/** Makes the choices of an order; after them, each caller in turn. Notes the steps that were taken. */
export function followOrder(order: readonly Pick<Taken, "caller" | "fate">[], taken: Taken[]): Choose {
  return (waiting) => {
    const wanted = order[taken.length]
    const step = Math.max(
      0,
      waiting.findIndex(({ caller }) => caller === wanted?.caller),
    )
    const fate = wanted?.fate ?? "run"
    taken.push({ ...takeAsIs(waiting[step] as Waiting), fate })
    return { step, fate }
  }
}

/** Goes to the next order. Returns false after the last one. */
function advance(path: Node[]): boolean {
  for (;;) {
    const node = path.at(-1)
    if (!node) return false
    if (++node.next < node.options.length) return true
    path.pop()
  }
}

/** Where the next step is chosen. */
type Position = {
  readonly path: readonly Node[]
  readonly taken: readonly Taken[]
  readonly waiting: readonly Waiting[]
  readonly bounds: Bounds
  /** The places that several callers have touched. */
  readonly shared: readonly string[]
  readonly explored: Explored
}

function createNode({ path, taken, waiting, bounds, shared, explored }: Position): Node {
  const parent = path[taken.length - 1]
  const last = taken.at(-1)
  // Where preemptions are bounded, the order that was run instead may be beyond the bound.
  const before =
    parent && last && bounds.preemptions === undefined
      ? [...parent.asleep, ...parent.options.slice(0, parent.next)]
      : []
  const asleep = before.filter((sleeper) => last && areIndependent(sleeper, last, taken))
  const all = listOptions(waiting, taken, bounds, shared)
  const count = taken.filter(({ preempts }) => preempts).length
  const allowed = all.filter(
    ({ preempts }) => !preempts || count < (bounds.preemptions ?? Number.POSITIVE_INFINITY),
  )
  const options = allowed.filter((option) => !asleep.some((sleeper) => isSame(sleeper, option)))
  explored.leftOut += all.length - allowed.length
  explored.skipped += allowed.length - options.length
  return { options, next: 0, asleep }
}

function listOptions(
  waiting: readonly Waiting[],
  taken: readonly Taken[],
  { faults, mostFaults = 1 }: Bounds,
  shared: readonly string[],
): Taken[] {
  const countFaults = taken.filter(({ fate }) => fate !== "run").length
  const fates: Fate[] = countFaults < mostFaults ? ["run", ...faults] : ["run"]
  const begun = new Set(taken.map(({ caller }) => caller))
  const isPrivate = ({ caller, touches }: Waiting): boolean =>
    touches !== undefined &&
    begun.has(caller) &&
    !listPlaces(touches).some((place) => shared.some((other) => isSamePlace(maskRun(place), other)))
  const alone = waiting.find(isPrivate)
  if (alone) return fates.map((fate) => ({ ...alone, fate, preempts: false, isPrivate: true }))
  const last = taken.findLast((step) => !step.isPrivate)
  const canGoOn = last?.fate !== "die" && waiting.some(({ caller }) => caller === last?.caller)
  return waiting.flatMap((step) =>
    fates.map((fate) => ({
      ...step,
      fate,
      preempts: canGoOn && step.caller !== last?.caller,
      isPrivate: false,
    })),
  )
}

/** The places that two callers of a run touch. */
function listShared(taken: readonly Taken[]): string[] {
  const touched = taken.flatMap(({ caller, touches }) =>
    touches ? listPlaces(touches).map((place) => ({ caller, place })) : [],
  )
  const met = touched.filter(({ caller, place }) =>
    touched.some((other) => other.caller !== caller && isSamePlace(place, other.place)),
  )
  return [...new Set(met.map(({ place }) => maskRun(place)))]
}

/** A place without what differs between runs: the suffix of the keys, nonces and times. */
const maskRun = (place: string): string =>
  place.replace(/-\d+r/g, "").replace(/(?<![\w-])[\w-]{16}(?![\w-])|\d{13}/g, "#")

const isSame = (first: Taken, second: Taken): boolean =>
  first.caller === second.caller && first.place === second.place && first.fate === second.fate

/**
 * Whether the order of two steps has no meaning, of which the second was taken last. A caller's first step is where its
 * call begins, so its place among the others' steps says which calls had ended before.
 */
function areIndependent(first: Taken, second: Taken, taken: readonly Taken[]): boolean {
  const areFaults = first.fate !== "run" && second.fate !== "run"
  if (areFaults) return false
  if (first.caller === second.caller) {
    if (first.fate !== "run" || second.fate !== "run") return false
  } else {
    const begins = ({ caller }: Taken) => !taken.slice(0, -1).some((earlier) => earlier.caller === caller)
    if (begins(first) || begins(second)) return false
  }
  return commute(first.touches, second.touches)
}
