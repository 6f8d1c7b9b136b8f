import type { RaceInProcesses } from "./processes/messages.ts"
import { type Awaitable, within } from "./promises.ts"
import type { Lifecycle } from "./run-options.ts"
import type { OpenSuiteRun } from "./run-suite.ts"
import type { SuiteRun } from "./suite-run.ts"
import { type CallWatch, createCallWatch } from "./watch/call-watch.ts"

/** Where the setups of a run come from. */
export type Source<Setup> = {
  readonly factory: () => Awaitable<Setup>
  readonly inProcesses?: RaceInProcesses
  readonly close?: () => Promise<void>
}

/** What a run adds to one setup. */
export type SetupParts<Setup> = {
  readonly setup: Setup
  readonly watch: CallWatch
  /** Opens another setup whose store is unreachable. Missing if the factory offers no outage. */
  readonly openBroken?: (() => Promise<Setup>) | undefined
  readonly inProcesses?: RaceInProcesses | undefined
}

// A store may wait for calls that hang before it closes. Test runners give a hook ten seconds.
const closeMs = 8_000

/** Opens the first setup of a run, and others when a case asks for them. */
export async function openSetups<Setup extends Lifecycle, Run extends SuiteRun<Context>, Context>(
  { factory, inProcesses, close: closeSource }: Source<Setup>,
  createContext: (parts: SetupParts<Setup>) => Awaitable<Run>,
  notice: (sentence: string) => void = () => {},
): Promise<Run & OpenSuiteRun<Context>> {
  const broken: Setup[] = []
  const openBroken = async () => {
    const setup = await factory()
    broken.push(setup)
    await setup.outage?.()
    return setup
  }
  const contextWith = (setup: Setup, watch: CallWatch) =>
    createContext({ setup, watch, inProcesses, openBroken: setup.outage && openBroken })
  const first = await factory()
  await first.reset?.()
  const watch = createCallWatch(notice)
  const others: Setup[] = []
  const closeAll = async () => {
    await closeSource?.()
    for (const setup of broken) await setup.close?.()
    await first.close?.()
    // Adapters of one factory may share a pool, which is closed by now.
    for (const setup of others) await Promise.resolve(setup.close?.()).catch(() => {})
  }
  return {
    ...(await contextWith(first, watch)),
    async openAnother() {
      const setup = await factory()
      others.push(setup)
      return contextWith(
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
