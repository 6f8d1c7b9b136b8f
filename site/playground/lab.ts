import { MortiseError } from "../../packages/mortise/src/index.ts"
import { wrapAdapter } from "../../packages/workshop/src/adapters/wrap-adapter.ts"
import { createChangeMarks } from "../../playground/server/mark-changes.ts"
import { type Action, actions, type Person, type PersonName } from "./actions.ts"
import { openStore, type StoreName } from "./open-store.ts"
import { raceAdapters } from "./race/race-adapters.ts"
import type { RaceOptions } from "./race/run-race.ts"
import { readTables } from "./read-tables.ts"
import { emptyView, type Run, type View } from "./view.ts"
import { createWatch } from "./watch.ts"

/** An open store, and what can be done with it. */
export type Lab = {
  /** Runs the action with this label. */
  act(name: PersonName, label: string): Promise<void>
  /** Races Mortise and `@auth/pg-adapter` on the store's database. */
  race(options: RaceOptions): Promise<void>
}

const maxRuns = 12

const findAction = (label: string): Action => {
  const action = Object.values(actions)
    .flat()
    .find((candidate) => candidate.label === label)
  if (!action) throw new Error(`There is no action "${label}".`)
  return action
}

/** Opens a store, and reports what its page shows after each change. */
export async function openLab(storeName: StoreName, onChange: (view: View) => void): Promise<Lab> {
  let view = emptyView
  const change = (changes: Partial<View>) => {
    view = { ...view, ...changes }
    onChange(view)
  }
  const changeRun = (toChanges: (run: Run) => Partial<Run>) =>
    change({ runs: view.runs.map((run, index) => (index === 0 ? { ...run, ...toChanges(run) } : run)) })
  const watch = createWatch((call) => changeRun(({ calls }) => ({ calls: [...calls, call] })))
  const store = await openStore(storeName, watch.onStatement)
  const adapter = wrapAdapter(store.adapter, watch.wrap) as typeof store.adapter
  const marks = createChangeMarks()
  const refresh = async () => change({ tables: marks.mark(await readTables(store.adapter)) })

  async function act(name: PersonName, label: string): Promise<void> {
    const run: Run = { id: (view.runs[0]?.id ?? 0) + 1, title: `${name}: ${label}`, calls: [] }
    change({ runs: [run, ...view.runs].slice(0, maxRuns) })
    watch.begin()
    try {
      const person = view.people[name] as Required<Person>
      const { says, changes } = await findAction(label).run(adapter, name, person)
      changeRun(() => ({ says }))
      change({ people: { ...view.people, [name]: { ...view.people[name], ...changes } } })
    } catch (error) {
      if (!(error instanceof MortiseError)) throw error
      changeRun(() => ({ says: error.message, failed: true }))
    }
    await refresh()
  }

  async function race(options: RaceOptions): Promise<void> {
    if (!store.database) throw new Error("The race needs PGlite.")
    await raceAdapters(store.database, options, (result) => change({ race: result }))
  }

  await refresh()
  return { act, race }
}
