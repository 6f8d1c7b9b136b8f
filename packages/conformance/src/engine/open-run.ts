import type { SharedContext, SuiteCase } from "./case.ts"
import { type CaseHooks, watchCall } from "./case-hooks.ts"
import { choose, createRandom } from "./case-tools/random.ts"
import { createExpectations } from "./expectations.ts"
import { observedRace } from "./processes/observed-race.ts"
import { within } from "./promises.ts"
import { type Effort, type Lifecycle, type Settled, type SharedOptions, settle } from "./run-options.ts"
import type { OpenSetup, Source, Suite } from "./suite.ts"
import { createTiming } from "./timing.ts"
import { type CallWatch, createCallWatch } from "./watch/call-watch.ts"

/** One setup of a run, and the contexts of the cases that run on it. */
export type SuiteRun<Context> = {
  readonly effort: Effort
  readonly seed: number
  /** Finds calls that hang. */
  readonly watch: CallWatch
  /** Why a case cannot run in this run; `undefined` if it can. */
  whySkipped(testCase: SuiteCase<Context>): string | undefined
  createContext(testCase: SuiteCase<Context>, hooks: CaseHooks): Context
}

/** A run whose first setup is open. */
export type OpenRun<Context> = SuiteRun<Context> & {
  /** Opens what is tested again, with the same factory. */
  openAnother(): Promise<SuiteRun<Context>>
  /** Closes everything that was opened. */
  close(): Promise<void>
}

// A store may wait for calls that hang before it closes. Test runners give a hook ten seconds.
const closeMs = 8_000

/**
 * Opens the first setup of a run, and others when a case asks for them. `notice` receives a sentence about a call that
 * has not returned for some seconds.
 */
export async function openRun<Options extends SharedOptions, Setup extends Lifecycle, Tools>(
  suite: Suite<Options, Setup, Tools>,
  options: Options,
  notice: (sentence: string) => void = () => {},
): Promise<OpenRun<SharedContext & Tools>> {
  const settled = settle(options)
  const source = await suite.openSource(options)
  const [broken, others]: [Setup[], Setup[]] = [[], []]
  const openBroken = async () => {
    const setup = await source.factory()
    broken.push(setup)
    await setup.outage?.()
    return setup
  }
  const open = async (setup: Setup, watch: CallWatch) =>
    createRun({
      ...settled,
      setup: await suite.openSetup(setup),
      watch,
      race: source.inProcesses,
      openBroken: setup.outage && openBroken,
      noProcesses: `it needs several processes: start it with ${suite.runner}({ module })`,
    })
  const first = await source.factory()
  await first.reset?.()
  const watch = createCallWatch(notice)
  const closeAll = async () => {
    await source.close?.()
    for (const setup of broken) await setup.close?.()
    await first.close?.()
    // Adapters of one factory may share a pool, which is closed by now.
    for (const setup of others) await Promise.resolve(setup.close?.()).catch(() => {})
  }
  return {
    ...(await open(first, watch)),
    async openAnother() {
      const setup = await source.factory()
      others.push(setup)
      return open(
        setup,
        createCallWatch(() => {}),
      )
    },
    async close() {
      if (!watch.hasHung()) return closeAll()
      const isClosed = await within(closeMs, closeAll())
      if (!isClosed) notice(`close has not returned within ${closeMs / 1000} seconds`)
    },
  }
}

type RunParts<Setup, Tools> = Settled<SharedOptions> & {
  readonly setup: OpenSetup<Setup, Tools>
  readonly watch: CallWatch
  readonly race: Source<Setup>["inProcesses"]
  /** Missing if the factory offers no outage. */
  readonly openBroken: (() => Promise<Setup>) | undefined
  /** Why a case is skipped that needs other processes. */
  readonly noProcesses: string
}

const noOutage = "the factory offers no outage"

function createRun<Setup, Tools>({
  effort,
  seed,
  setup,
  watch,
  race,
  openBroken,
  noProcesses,
}: RunParts<Setup, Tools>): SuiteRun<SharedContext & Tools> {
  return {
    effort,
    seed,
    watch,
    whySkipped(testCase) {
      if (testCase.outage && !openBroken) return noOutage
      if (testCase.processes && !race) return noProcesses
      return setup.whySkipped?.(testCase)
    },
    createContext(testCase, hooks) {
      const [random, choice] = [createRandom(seed, testCase.id), createRandom(0, testCase.id)]
      return {
        ...createExpectations(hooks.fail, setup.hasCodes === true),
        ...createTiming(effort, hooks),
        effort,
        watch: (name, call) => watchCall(hooks, name, call),
        inProcesses: race
          ? observedRace(race, hooks, setup.createCheck(hooks))
          : () => hooks.skip(noProcesses),
        random,
        // The same values with every seed.
        some: (list, count) => (effort === "full" ? list : choose(list, count, choice)),
        ...setup.createTools(hooks, openBroken ?? (() => hooks.skip(noOutage))),
      }
    },
  }
}
