/**
 * Everything that the server and the page of the playground exchange.
 *
 * `GET /api/events` is a stream of server-sent events. Each message is one `PlaygroundEvent` as JSON; the first is a
 * `snapshot`, and the later ones change it. The page sends commands as JSON with POST (`Commands`). The demo application
 * has the same routes for Auth.js (`/app/authjs`), `mortise/auth` (`/app/mortise`) and, as far as it signs in by link,
 * Better Auth (`/app/better-auth`); see `ApplicationRoutes`. No event contains a token, a cookie or a link: an email is opened through `GET /inbox/{id}`, which redirects to its link.
 */
import type { OfficialAdapterName } from "./official-adapters.ts"

export const storeNames = ["sqlite", "memory", "pglite", "postgres", "mariadb", "redis"] as const
export type StoreName = (typeof storeNames)[number]

/** The libraries over the adapter of the contract: `authjs` is the real Auth.js, `mortise` is `mortise/auth`. */
export const contractAuthNames = ["authjs", "mortise"] as const
export type ContractAuthName = (typeof contractAuthNames)[number]

/** Better Auth has an adapter interface and tables of its own. */
export const authNames = [...contractAuthNames, "better-auth"] as const
export type AuthName = (typeof authNames)[number]

/** The first event of a stream: the whole state. */
export type Snapshot = {
  readonly type: "snapshot"
  readonly store: StoreState
  readonly auth: AuthName
  readonly clock: ClockState
  readonly tables: readonly Table[]
  /** Newest first. */
  readonly inbox: readonly Message[]
  /** The latest requests with all of their operations, and the latest transitions: oldest first. */
  readonly requests: readonly RequestRecord[]
  readonly operations: readonly OperationRecord[]
  readonly transitions: readonly Transition[]
  /** The last run of each experiment that has run. */
  readonly experiments: readonly ExperimentRun[]
  /** The official adapters that an experiment can run on. */
  readonly officialAdapters: readonly OfficialAdapterName[]
}

export type PlaygroundEvent =
  | Snapshot
  | { readonly type: "store"; readonly store: StoreState }
  | { readonly type: "auth"; readonly auth: AuthName }
  | { readonly type: "clock"; readonly clock: ClockState }
  | { readonly type: "tables"; readonly tables: readonly Table[] }
  | { readonly type: "message"; readonly message: Message }
  /** A new request, or the end of a known one: `id` is the same. */
  | { readonly type: "request"; readonly request: RequestRecord }
  /** A new operation, or the end of a known one: `id` is the same. */
  | { readonly type: "operation"; readonly operation: OperationRecord }
  | { readonly type: "transition"; readonly transition: Transition }
  /** The progress or the result of a run; replaces the earlier run of the same experiment. */
  | { readonly type: "experiment"; readonly run: ExperimentRun }

export type StoreState = {
  readonly name: StoreName
  /** The import of its adapter, such as `mortise/libsql`. */
  readonly adapter: string
  /** The stores that the switch offers. */
  readonly available: readonly StoreName[]
  /** The store was taken down by the `outage` command. */
  readonly isDown: boolean
  /** Whether it is a SQL database, which Better Auth needs. */
  readonly isSql: boolean
}

export type ClockState = {
  /** The time of the playground in milliseconds, when the event was sent. */
  readonly now: number
  /** How far that is ahead of the real time. */
  readonly offsetMs: number
}

/** One model as a table. It has at most `maxRows` rows; `count` is the number of all. */
export type Table = {
  /** A model of the contract, or of Better Auth if it is the chosen library. */
  readonly model: string
  /** The name of the table, such as `verification_tokens`. */
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly TableRow[]
  readonly count: number
  /** How many rows the last change added; negative if it removed rows. */
  readonly added: number
}
export const maxRows = 20

export type TableRow = {
  /** Identifies the row between two events. It is derived from the key and does not reveal it. */
  readonly id: string
  /** In the order of the columns. A date is ISO text; a secret is `masked`. */
  readonly cells: readonly Cell[]
  /** The last change of the store added or changed this row. */
  readonly isFresh: boolean
}
export type Cell = string | number | boolean | null
export const masked = "••••••"

/** A received email. `GET /inbox/{id}` redirects to the link in it. */
export type Message = {
  readonly id: string
  readonly to: string
  readonly subject: string
  /** The time of the playground in milliseconds. */
  readonly at: number
}

/** A request to the demo application. */
export type RequestRecord = {
  readonly id: string
  /** The position in time among all requests and operations. */
  readonly order: number
  readonly method: string
  /** The path, with masked values in the query. */
  readonly path: string
  /** Absent until the response is sent. */
  readonly status?: number
}

/** One call of the adapter. */
export type OperationRecord = {
  readonly id: string
  /** The position in time among all requests and operations. */
  readonly order: number
  /** Absent if a tool of the playground made the call, such as a sweep. */
  readonly requestId?: string
  /** One of the nineteen, of the extras or of the slots, or a method of Better Auth's adapter. */
  readonly operation: string
  readonly verb: string
  /** The tables of the verb, such as `sessions + users`. */
  readonly tables: string
  /** The named arguments, with masked secrets. */
  readonly input: Readonly<Record<string, Cell>>
  /**
   * The SQL statements that were sent, or the commands of Redis, with the text of a script below. None for the memory
   * store. They never contain values.
   */
  readonly statements: readonly string[]
  /** Absent until the call ends. */
  readonly result?: OperationResult
}

export type OperationResult = {
  readonly milliseconds: number
  readonly rows: number
  /** A word such as `found`, `stored` or `nothing`, or `failed`. */
  readonly outcome: string
  /** The code of the error; `unknown` if it is not an error of Mortise. */
  readonly errorCode?: string
}

/** The states of the contract, and `start`: no token and no session. */
export const states = [
  "start",
  "token-stored",
  "token-used",
  "session-active",
  "session-removed",
  "email-unverified",
  "email-verified",
] as const
export type State = (typeof states)[number]

/** The transitions of the diagram. */
export const transitions = {
  request: { from: "start", to: "token-stored" },
  follow: { from: "token-stored", to: "token-used" },
  signInByLink: { from: "token-used", to: "session-active" },
  /** By OpenID or passkey. */
  signIn: { from: "start", to: "session-active" },
  extend: { from: "session-active", to: "session-active" },
  expire: { from: "session-active", to: "session-removed" },
  signOut: { from: "session-active", to: "session-removed" },
  verify: { from: "email-unverified", to: "email-verified" },
} as const satisfies Record<string, { from: State; to: State }>
export type TransitionName = keyof typeof transitions

/** A transition that was just taken, and the operation that took it. */
export type Transition = { readonly name: TransitionName; readonly operationId: string }

/** The experiments that call Better Auth's own adapter. The others run through Auth.js and `mortise/auth`. */
export const betterAuthExperimentNames = ["googleAtOnce", "signUpHook", "betterAuth"] as const
export type BetterAuthExperimentName = (typeof betterAuthExperimentNames)[number]

export const experimentNames = [
  "suite",
  "oldLink",
  "log",
  "race",
  "deletion",
  "faults",
  "restart",
  "clock",
  ...betterAuthExperimentNames,
] as const
export type ExperimentName = (typeof experimentNames)[number]

export type ExperimentRun = {
  readonly name: ExperimentName
  readonly status: "running" | "done" | "failed"
  /** What happens at the moment, such as "Opening mortise/libsql". */
  readonly stage: string
  /** The official adapter that it runs on too. */
  readonly beside?: OfficialAdapterName | undefined
  /** In the order of the run. A subject is added when its part begins. */
  readonly subjects: readonly Subject[]
  /** Only if the status is `failed`. */
  readonly message?: string
}

/** What an experiment runs on, and what was measured so far. */
export type Subject = {
  /** Such as `mortise/auth on mortise/libsql` or `Auth.js on @auth/typeorm-adapter, a SQLite file`. */
  readonly title: string
  /** `mortise`: lifecycle and adapter are ours; `adapter`: our adapter under Auth.js; `official`: no code of ours. */
  readonly role: "mortise" | "adapter" | "official"
  readonly doneRounds: number
  readonly totalRounds: number
  readonly violations: number
  /** Counted in the run, such as `{ label: "Sign-ins", value: 20, expected: 20 }`. */
  readonly measures: readonly Measure[]
  /** A fact that explains the numbers, such as "The memory store promises no durability." */
  readonly note?: string
  readonly milliseconds: number
}

export type Measure = {
  readonly label: string
  readonly value: number
  /** The value that breaks no rule; absent if any value is right. */
  readonly expected?: number
  /** The rules that are broken. */
  readonly details?: readonly string[]
}

/** The body of each command, sent to `POST /api/{name}`. The response is `CommandResponse`. */
export type Commands = {
  /** Opens a new, empty store. */
  readonly store: { readonly store: StoreName }
  readonly auth: { readonly auth: AuthName }
  /** Moves the clock by `advanceMs`, or back to the real time. */
  readonly clock: { readonly advanceMs: number } | { readonly reset: true }
  /** Closes the client of the store, or opens it again. */
  readonly outage: { readonly isDown: boolean }
  /** Deletes the rows that have expired by the clock. */
  readonly sweep: object
  /** Opens a message's link in this many new browsers at the same time. `result` is a `RaceResult`. */
  readonly follow: { readonly messageId: string; readonly times: number }
  /** Starts an experiment on the current kind of store, and on an official adapter if `beside` names one. */
  readonly experiment: { readonly experiment: ExperimentName; readonly beside?: string }
}
export type CommandName = keyof Commands
export type CommandResponse =
  | { readonly ok: true; readonly result?: RaceResult | SweepResult }
  | { readonly ok: false; readonly message: string }
export type RaceResult = { readonly times: number; readonly signedIn: number }
export type SweepResult = { readonly deleted: number }

/**
 * The routes of the demo application below `/app/{auth}`. All are POST with JSON, except GET `session`. The browser stores
 * their cookies. Better Auth has no `openid` and no passkeys. `openid` returns the URL to open; it leads back to `/`. The link of an email leads to `/` too. If a
 * sign-in fails, the browser returns to `/?error={reason}`.
 */
export type ApplicationRoutes = {
  readonly session: { readonly response: SessionResponse }
  readonly email: { readonly body: { readonly email: string }; readonly response: ApplicationResponse }
  readonly openid: { readonly body: object; readonly response: ApplicationResponse<{ url: string }> }
  /** The options for `navigator.credentials`, as JSON. With Auth.js, a registration without a session needs an email. */
  readonly "passkey-options": {
    readonly body: { readonly action: PasskeyAction; readonly email?: string }
    readonly response: ApplicationResponse<{ options: object }>
  }
  /** `credential` is the result of `credential.toJSON()`. */
  readonly passkey: {
    readonly body: { readonly action: PasskeyAction; readonly credential: unknown }
    readonly response: ApplicationResponse
  }
  readonly "sign-out": { readonly body: object; readonly response: ApplicationResponse }
  /** Deletes the signed-in user. */
  readonly "delete-user": { readonly body: object; readonly response: ApplicationResponse }
}
export type PasskeyAction = "register" | "authenticate"

/**
 * If the store fails, the status is 503 and the reason is `unavailable`: the visitor stays signed in. Auth.js reports it as
 * `Configuration`, and in `session` not at all: it returns no user.
 */
export type ApplicationResponse<T = object> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly reason: string }
export type SessionResponse = ApplicationResponse<{
  readonly user: { readonly id: string; readonly email: string | null; readonly name: string | null } | null
}>
