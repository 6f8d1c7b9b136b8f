import { MortiseError } from "../../packages/mortise/src/index.ts"
import { wrapAdapter } from "../../packages/workshop/src/adapters/wrap-adapter.ts"
import type { Table } from "../../playground/protocol.ts"
import { createChangeMarks } from "../../playground/server/mark-changes.ts"
import type { Action, Person, PersonName } from "./actions.ts"
import { type OpenedStore, openStore, type StoreName } from "./open-store.ts"
import { readTables } from "./read-tables.ts"
import { createWatch, type WatchedCall } from "./watch.ts"

/** An action with the calls that it made. */
export type Run = {
  readonly id: number
  readonly title: string
  /** How it ended; absent while it runs. */
  readonly says?: string
  readonly failed?: boolean
  readonly calls: readonly WatchedCall[]
}

/** What the page shows about the open store. */
export type View = {
  /** The newest first. */
  readonly runs: readonly Run[]
  readonly tables: readonly Table[]
  readonly people: Readonly<Record<PersonName, Person>>
}

/** An open store, and what can be done with it. */
export type Lab = {
  readonly store: OpenedStore
  act(name: PersonName, action: Action): Promise<void>
  /** Reads the tables again. */
  refresh(): Promise<void>
}

export const emptyView: View = { runs: [], tables: [], people: { Ada: {}, Grace: {} } }
const maxRuns = 12

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

  async function act(name: PersonName, action: Action): Promise<void> {
    const run: Run = { id: (view.runs[0]?.id ?? 0) + 1, title: `${name}: ${action.label}`, calls: [] }
    change({ runs: [run, ...view.runs].slice(0, maxRuns) })
    watch.begin()
    try {
      const { says, changes } = await action.run(adapter, name, view.people[name] as Required<Person>)
      changeRun(() => ({ says }))
      change({ people: { ...view.people, [name]: { ...view.people[name], ...changes } } })
    } catch (error) {
      if (!(error instanceof MortiseError)) throw error
      changeRun(() => ({ says: error.message, failed: true }))
    }
    await refresh()
  }

  await refresh()
  return { store, act, refresh }
}
