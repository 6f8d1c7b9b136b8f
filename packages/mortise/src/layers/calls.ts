import type { ExtraName } from "../contract/extras.ts"
import type { ModelName } from "../contract/models.ts"
import { type OperationName, operationNames, operationVerbs, type Verb } from "../contract/operation-names.ts"
import { operations } from "../contract/operations.ts"
import type { Slots } from "../contract/slots.ts"
import type { Upkeep } from "../contract/upkeep.ts"
import type { AdapterFunctions } from "./add-layer.ts"

/** What layers need to know about a function of an adapter. */
export type Call = {
  /** The model whose rows it reads or changes; absent if there are several, or if an argument names it. */
  readonly model?: ModelName
  readonly writes: boolean
  /** Whether the result has `ok`, and a `row` or a `reason`. */
  readonly isGuarded?: true
}

/** The name of any function of an adapter. No two parts share one. */
export type CallName = OperationName | ExtraName | keyof Upkeep | keyof Slots

const reads = (model?: ModelName): Call => ({ ...(model && { model }), writes: false })
const writes = (model?: ModelName): Call => ({ ...(model && { model }), writes: true })
const guards = (model: ModelName): Call => ({ model, writes: true, isGuarded: true })

const readingVerbs: readonly Verb[] = ["find", "findWithUser", "list"]

const operationCalls = Object.fromEntries(
  operationNames.map((name) => {
    const { model } = operations[name]
    return [name, { model, writes: !readingVerbs.includes(operationVerbs[name]) }]
  }),
) as { readonly [Name in OperationName]: Call }

/** Every function of an adapter. */
export const calls: { readonly [Name in CallName]: Call } = {
  ...operationCalls,
  signUp: writes(),
  listSessions: reads("session"),
  listAccounts: reads("account"),
  updateAccount: guards("account"),
  extendSession: guards("session"),
  verifyEmail: guards("user"),
  dropTokens: writes("verificationToken"),
  removeAuthenticator: writes("authenticator"),
  page: reads(),
  count: reads(),
  sweep: writes(),
  repair: writes(),
  claim: guards("slot"),
  set: writes("slot"),
  read: reads("slot"),
  replace: guards("slot"),
  increment: writes("slot"),
  take: writes("slot"),
}

/** What a call answered: of a result that has `ok`, the row, if it has one, or the reason. */
export function readAnswer(name: CallName, result: unknown): unknown {
  if (!calls[name].isGuarded) return result
  const { ok, row = ok, reason } = result as { ok: boolean; row?: unknown; reason?: string }
  return ok ? row : reason
}

/** A function of an adapter. */
export type Run = (...args: unknown[]) => Promise<unknown>

/** Replaces the functions of one part of an adapter. A function that this version does not know stays as it is. */
export function mapCalls<P extends AdapterFunctions[keyof AdapterFunctions]>(
  part: P,
  replace: (name: CallName, run: Run) => Run,
): P {
  const replaced = Object.entries(part ?? {}).map(([name, run]) => [
    name,
    Object.hasOwn(calls, name) && typeof run === "function" ? replace(name as CallName, run as Run) : run,
  ])
  return part && (Object.fromEntries(replaced) as P)
}
