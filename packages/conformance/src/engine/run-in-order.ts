import type { AnyCase } from "./case.ts"
import type { Awaitable } from "./promises.ts"
import type { CaseResult } from "./run-case.ts"

// Enough cases at once to overlap on a shared store, few enough for a small connection pool.
const atOnce = 8

type Numbered<One> = readonly [number, One]

/** Runs a case. When it calls `stepOver`, the next case starts before this one has ended. */
type Work<One> = (testCase: One, stepOver: () => void) => Awaitable<CaseResult>

/**
 * Runs the cases that need an empty store, then most cases several at a time, and then, one by one, those that must run
 * alone. Cases that wait for the clock run beside the latter two. Last come, one by one, the cases that not even those may
 * disturb. The results have the order of the list.
 */
export async function runInOrder<One extends AnyCase>(
  list: readonly One[],
  work: Work<One>,
): Promise<CaseResult[]> {
  const { run, results } = createLane(work)
  const runAll = async (lanes: number, fits: (testCase: One) => boolean): Promise<void> => {
    // The long cases are at the end of the list. Starting them first shortens the run.
    const queue = [...list.entries()].filter(([, testCase]) => fits(testCase))
    const lane = async () => {
      for (let entry = queue.pop(); entry; entry = queue.pop()) await run(entry)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }

  await runAll(1, ({ first }) => first === true)
  const waiting = runAll(atOnce, ({ waits }) => waits === true)
  await runAll(atOnce, ({ first, waits, alone, undisturbed }) => !first && !waits && !alone && !undisturbed)
  await runAll(1, ({ waits, alone, undisturbed }) => !waits && !undisturbed && alone === true)
  await waiting
  await runAll(1, ({ undisturbed }) => undisturbed === true)
  return results()
}

function createLane<One>(work: Work<One>) {
  const done: CaseResult[] = []
  const all: Promise<void>[] = []
  return {
    /** Runs a case until it ends or steps over. */
    run: ([index, testCase]: Numbered<One>): Promise<void> =>
      new Promise((goOn, reject) => {
        const end = async () => {
          done[index] = await work(testCase, goOn)
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
