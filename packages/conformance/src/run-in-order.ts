import type { Awaitable } from "./awaitable.ts"
import type { Case } from "./case.ts"
import type { CaseResult } from "./run-case.ts"
import type { CallWatch } from "./watch/call-watch.ts"

// Enough cases at once to overlap on a shared store, few enough for a small connection pool.
const atOnce = 8

type Numbered = readonly [number, Case]

/** Runs a case. When it calls `stepOver`, the next case starts before this one has ended. */
type Work = (one: Case, stepOver: () => void) => Awaitable<CaseResult>

/** Which operations may hang. The cases that need one of them wait until that is known. */
type Holds = Pick<CallWatch, "heldUp" | "decided">

const none: ReadonlySet<string> = new Set()
const noHolds: Holds = { heldUp: () => none, decided: async () => {} }

/**
 * Runs the cases that need an empty store, then most cases several at a time, and then, one by one, those that must run
 * alone. Cases that wait for the clock run beside the latter two. Last come, one by one, the cases that not even those may
 * disturb. The results have the order of the list.
 */
export async function runInOrder(
  list: readonly Case[],
  work: Work,
  { heldUp, decided }: Holds = noHolds,
): Promise<CaseResult[]> {
  const { run, results } = createLane(work)

  /** Returns the cases that need an operation that may hang. They have not run. */
  const runAll = async (entries: readonly Numbered[], lanes: number, held = heldUp): Promise<Numbered[]> => {
    const queue = [...entries]
    const next = () => {
      const names = held()
      const nth = queue.findIndex(([, { needs }]) => !needs.some((name) => names.has(name)))
      return nth < 0 ? undefined : queue.splice(nth, 1)[0]
    }
    const lane = async () => {
      for (let entry = next(); entry; entry = next()) await run(entry)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return queue
  }
  // The long cases are at the end of the list. Starting them first shortens the run.
  const among = (fits: (one: Case) => boolean) => [...list.entries()].filter(([, one]) => fits(one)).reverse()

  await runAll(
    among(({ first }) => first === true),
    1,
    () => none,
  )
  const waiting = runAll(
    among(({ waits }) => waits === true),
    atOnce,
    () => none,
  )
  let most: readonly Numbered[] = among(
    ({ first, waits, alone, undisturbed }) => !first && !waits && !alone && !undisturbed,
  )
  let lone: readonly Numbered[] = among(
    ({ waits, alone, undisturbed }) => !waits && !undisturbed && alone === true,
  )
  let last: readonly Numbered[] = among(({ undisturbed }) => undisturbed === true)
  while (most.length + lone.length + last.length > 0) {
    await decided()
    most = await runAll(most, atOnce)
    lone = await runAll(lone, 1)
    await waiting
    last = await runAll(last, 1)
  }
  await waiting
  return results()
}

function createLane(work: Work) {
  const done: CaseResult[] = []
  const all: Promise<void>[] = []
  return {
    /** Runs a case until it ends or steps over. */
    run: ([nth, one]: Numbered): Promise<void> =>
      new Promise((goOn, reject) => {
        const end = async () => {
          done[nth] = await work(one, goOn)
        }
        const ended = end()
        all.push(ended)
        ended.then(goOn, reject)
      }),
    /** The results of all cases, when the last one has ended. */
    async results() {
      await Promise.all(all)
      return done
    },
  }
}
