import type { Harm } from "../../packages/conformance/src/engine/harm.ts"

/** The content of `docs/scoreboard.json`. */
export type Scoreboard = {
  readonly format: 1
  readonly effort: "quick"
  /** A case runs once, with the first seed, and if it fails also with the others. */
  readonly seeds: readonly number[]
  readonly libraries: Readonly<Record<LibraryName, LibraryFacts>>
  readonly entries: readonly Entry[]
}

export type LibraryName = "authjs" | "better-auth"

/** What the entries of a library refer to. */
export type LibraryFacts = {
  readonly title: string
  /** The cases that an entry names, by id. */
  readonly cases: Readonly<Record<string, CaseFacts>>
  /** The known causes that a finding names, by title. */
  readonly causes: Readonly<Record<string, CauseFacts>>
  /** The packages that are not measured, and why. */
  readonly leftOut: readonly LeftOut[]
}

export type LeftOut = { readonly package: string; readonly reason: string }

export type CaseFacts = {
  readonly clause: string
  readonly level: "must" | "should" | "may"
  readonly title: string
  readonly harm: string
  readonly fix?: string
}

export type CauseFacts = {
  /** Who can prevent it. */
  readonly by?: string
  /** What somebody sees who uses the site or reads its logs. */
  readonly seen?: string
  /** The file and function in the source code of its package. */
  readonly where?: string
}

/** An adapter on a store, and what was measured, or why it could not be. */
export type Entry = MeasuredEntry | FailedEntry

export type FailedEntry = Measurement & {
  readonly problem: string
}

/** What an entry is called, and when and with what it was measured. */
export type Measurement = {
  /** Library and name, such as `authjs/kysely-on-sqlite`. */
  readonly id: string
  readonly library: LibraryName
  readonly name: string
  /** The time, as an ISO date. */
  readonly measured: string
  readonly node: string
  /** The version of `@mortise/conformance`. */
  readonly suite: string
}

export type MeasuredEntry = Subject &
  Measurement & {
    readonly problem?: never
    readonly counts: Counts
    /** Musts first, and the worst first. */
    readonly findings: readonly Finding[]
    /** The first of these findings that could be recorded. */
    readonly replay?: Replay
    /** How many races were started by each case that saw none. */
    readonly racesNotSeen: Readonly<Record<string, number>>
    readonly skipped: readonly { readonly reason: string; readonly cases: readonly string[] }[]
    readonly speed: Speed
    readonly size: Size
  }

/** What was measured. */
export type Subject = {
  readonly package: string
  readonly version: string
  readonly from: string
  readonly store: string
  /** The packages between adapter and store, with their versions, outermost first. */
  readonly clients: readonly string[]
  /** The server and its version, such as `PostgreSQL 15.19`. */
  readonly server?: string
  readonly note: string
}

/** Except for `warnings` and `skipped`, these count musts. */
export type Counts = {
  /** Rules that hold, without races. */
  readonly held: number
  /** Rules that are broken in every run, for a reason that needs no race. */
  readonly broken: number
  /** Rules that are broken in some runs, although no race is needed. */
  readonly sometimes: number
  readonly racesSeen: number
  readonly racesNotSeen: number
  /** How many races the cases started that saw none. */
  readonly rounds: number
  /** The reasons of all of these failures: several cases may fail for one reason. */
  readonly causes: number
  /** How many of these failures have each harm. */
  readonly harms: Readonly<Record<Harm, number>>
  /** What an adapter should or may do, and does not. */
  readonly warnings: number
  readonly skipped: number
}

/**
 * `race`: the case starts races, and saw one in some runs. The others start no race, or fail for a reason that needs
 * none. `broken`: fails in every run. `sometimes`: timing decides: it passes in some runs or alone, or it runs for a
 * limited time.
 */
export type Verdict = "broken" | "race" | "sometimes"

export type Finding = {
  readonly case: string
  /** What the failure shows. The case's own sentence says what may come of it. */
  readonly harm: Harm
  readonly verdict: Verdict
  /** In how many runs it failed. */
  readonly seen: number
  readonly runs: number
  readonly expected: string
  readonly received: string
  /** The title of the known cause. */
  readonly cause?: string
  /** The command that repeats it. */
  readonly reproduce: string
}

/** The calls of a run in which a case failed, in the order in which they were made. */
export type Replay = {
  readonly case: string
  /** How many calls of the run are left out: those about other rows, and earlier ones. */
  readonly leftOut: number
  readonly steps: readonly ReplayStep[]
  /** What the case expected and received after the last call. */
  readonly expected: string
  readonly received: string
}

/** A call with its answer. Names stand for random keys, and times are relative to the call. */
export type ReplayStep = {
  readonly call: string
  readonly answer: string
  /** Set if the call failed. */
  readonly threw?: true
  /** Set if the call was made before the one above it had returned. */
  readonly together?: true
  /** How many more calls of the operation follow, with the same kind of answer. */
  readonly more?: number
}

/** Session lookups of one caller. */
export type Speed =
  | {
      readonly callsPerSecond: number
      /** Its calls per second divided by those of Mortise's adapter on the same kind of store. */
      readonly ratio: number
    }
  | { readonly ratio?: never; readonly reason: string }

/** The bytes of what an application imports, without its library, the clients and Node's modules. */
export type Size =
  | { readonly minified: number; readonly gzipped: number }
  | { readonly gzipped?: never; readonly reason: string }

/** The outcome of a case in several runs. */
export type Outcome = {
  readonly id: string
  readonly level: CaseFacts["level"]
  readonly title: string
  readonly status: "passed" | "failed" | "warned" | "skipped"
  readonly seen: number
  readonly runs: number
  readonly races?: number
  readonly passesAlone?: true
  readonly reason?: string
  readonly error?: { readonly expected: string; readonly received: string }
}

/** What the process of an entry prints. */
export type RawEntry = Subject &
  Measurement & { readonly results: readonly Outcome[]; readonly speed: Speed; readonly size: Size }
