/** What a store needs besides its seven verbs. Our own stores use the same functions. */
export type { MortiseAdapter } from "../contract/adapter.ts"
export { defaultSchema } from "../contract/build-schema.ts"
export { checkOptionNames } from "../contract/check-options.ts"
export type { Key, Row as StoreRow, Value as StoreValue } from "../contract/rows.ts"
export type { Column, ExtraFields, Model, Schema } from "../contract/schema.ts"
export { conflict, ownerMissing } from "../contract/store-errors.ts"
export { type Change, isChange, matchChange } from "../contract/stored-changes.ts"
export type { ForTenant, Tenanted } from "../contract/tenants.ts"
export type { AdapterOptions } from "../operations/create-adapter.ts"
export { createAdapter, sharedOptionNames } from "../operations/create-adapter.ts"
export { createTimeLimit, type TimedCall, toTimeoutMs } from "../operations/deadline.ts"
export { type RetryOptions, withRetry } from "../operations/retry.ts"
export { applyPatch } from "../operations/rows/apply-patch.ts"
export { completeRows } from "../operations/rows/complete-rows.ts"
export { isGuardMet } from "../operations/rows/is-guard-met.ts"
export { joinKey } from "../operations/rows/join-key.ts"
export { rowToTexts, textsToRow, textToValue, valueToText } from "../operations/rows/row-texts.ts"
export { selectPage } from "../operations/rows/select-page.ts"
export type {
  Entry,
  Guard,
  Miss,
  OpenStore,
  Patch,
  Store,
  StoreDefinition,
  StorePage,
  StoreUpkeep,
} from "../operations/store.ts"
export { timedStore } from "../operations/timed-store.ts"
export { connectionProblem, wasNeverSent } from "../shared/connection-failures.ts"
