import type { Table } from "../../playground/protocol.ts"
import type { Person, PersonName } from "./actions.ts"
import type { StoreName } from "./open-store.ts"
import type { RaceResult } from "./race/race-adapters.ts"
import type { RaceOptions } from "./race/run-race.ts"
import type { WatchedCall } from "./watch.ts"

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
  /** The last race. */
  readonly race?: RaceResult
}

export const emptyView: View = { runs: [], tables: [], people: { Ada: {}, Grace: {} } }

/** What the page asks its worker to do, one after the other. */
export type Task =
  | { readonly name: "open"; readonly store: StoreName }
  | { readonly name: "act"; readonly person: PersonName; readonly label: string }
  | { readonly name: "race"; readonly options: RaceOptions }

/** What the worker answers: a new view, at any time, and how a task ended. */
export type Report = { readonly view: View } | { readonly problem?: string }
