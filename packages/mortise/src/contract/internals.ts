import type { Awaitable } from "../shared/awaitable.ts"
import type { HasTables } from "./adapter.ts"
import type { Extras } from "./extras.ts"
import { mortise } from "./has-internals.ts"
import type { StoreManifest } from "./manifest.ts"
import type { OperationName } from "./operation-names.ts"
import type { Key } from "./rows.ts"
import type { ExtraFields, Schema } from "./schema.ts"
import type { ServerFinding } from "./server-finding.ts"
import type { Slots } from "./slots.ts"
import type { Upkeep } from "./upkeep.ts"

/** Texts by field; null clears a field. */
type Texts = Readonly<Record<string, string | null>>

/** Runs a part of a call with a time limit; throws if the limit has passed. */
export type Follow = <T>(isWrite: boolean, part: () => Promise<T>) => Promise<T>

/** The time limit of each call of an adapter. */
export type TimeLimit = {
  readonly seconds: number
  /** Gives one limit to work of several calls. When it has passed, the error says what may have been applied. */
  run<T>(work: (follow: Follow) => Promise<T>): Awaitable<T>
}

/** What an adapter carries besides the nineteen operations; read it through `manifest`, `extras`, `upkeep`, `slots`. */
export type Internals<X extends ExtraFields = object> = {
  readonly manifest: StoreManifest
  /** The schema that the adapter was created with. */
  readonly schema: Schema
  readonly extras: Extras<X>
  readonly upkeep: Upkeep<X>
  readonly slots: Slots
  /** Data for `migrate`; the store defines its shape. */
  readonly migration?: unknown
  /** Checks the settings of the server that guarantees depend on, if the store has no tables. */
  checkServer?(): Promise<readonly ServerFinding[]>
  /** Names the server without credentials, if the store has no tables. */
  readPlace?(): Promise<string>
  /** Creates what the store needs, if it has no tables but a place of its own; returns what was missing. */
  createStorage?(isDryRun: boolean): Promise<readonly { readonly statement: string; readonly why: string }[]>
  /** Replaces the token of a session in one step, if there is such a session. Only stores that can change a key have it. */
  readonly renameSession?: (from: string, to: string) => Promise<void>
  /** Replaces texts of an account in one step, if all of them are still stored. Adapters over HTTP do not have it. */
  readonly replaceTexts?: (key: Key, from: Texts, to: Texts) => Promise<object | "absent" | "refused">
  /** Absent without `timeoutSeconds`. */
  readonly timeLimit?: TimeLimit | undefined
  /** The tenant that the adapter belongs to. */
  readonly tenant?: string | undefined
  /** Only what `tenants: true` returns has it: the adapter of a tenant, whose rows are visible even while it is removed. */
  readonly openTenant?: (tenant: string) => object
  /** The adapters of the two stores, if `split` made this adapter. */
  readonly halves?: { readonly users: object; readonly sessions: object }
  /** Whether the operation was replaced after the adapter was created. */
  isOverridden(adapter: object, operation: OperationName): boolean
}

export const hasTables = (adapter: object): adapter is HasTables =>
  internals(adapter)?.migration !== undefined

export function internals<X extends ExtraFields = object>(adapter: object): Internals<X> | undefined {
  return (adapter as { [mortise]?: Internals<X> })[mortise]
}
