import type { Adapter } from "../../contract/adapter.ts"
import { MortiseError } from "../../contract/errors.ts"
import { type OperationName, operationNames, operationVerbs } from "../../contract/operation-names.ts"
import { operations } from "../../contract/operations.ts"
import type { User } from "../../contract/types.ts"
import { showCause } from "../../shared/console.ts"

/** The fields that every user has. `email` is null if the user has none. */
export type AnyUser = { readonly id: string; readonly email: string | null }

/**
 * The user in results of `createAuth`: the stored user, whose `email` is null if the provider gave none. Adapters'
 * types say `string`, as in Auth.js.
 */
export type AuthUser<U extends AnyUser = User> = {
  [Name in keyof U]: Name extends "email" ? U[Name] | null : U[Name]
}

type Optional<Names extends OperationName> = {
  readonly [Name in Names]?: ((...args: never[]) => unknown) | undefined
}

/**
 * Any adapter: from Mortise, from Auth.js, or your own object with some of the nineteen operations. The type that
 * `getUser` returns is the user type of `createAuth`.
 */
export type AuthAdapter<U extends AnyUser = User> = Optional<Exclude<OperationName, "getUser">> & {
  readonly getUser?: ((id: string) => U | null | PromiseLike<U | null>) | undefined
}

/** The nineteen operations. An operation that the adapter lacks throws when it is called. */
export type Operations = Pick<Adapter, OperationName>

/**
 * Makes any adapter behave like a Mortise adapter: a missing row is `null`, another library's error becomes a
 * MortiseError, and a missing operation throws an error with its name.
 */
export function normalizeAdapter(adapter: AuthAdapter<AnyUser>): Operations {
  const entries = operationNames.map((name) => [
    name,
    async (...args: never[]): Promise<unknown> => {
      const run = adapter[name] as ((...args: never[]) => unknown) | undefined
      if (typeof run !== "function") throw missingOperation(name)
      try {
        return (await run.apply(adapter, args)) ?? null
      } catch (error) {
        throw error instanceof MortiseError ? error : operationFailed(name, redactError(error, args))
      }
    },
  ])
  return Object.fromEntries(entries)
}

const missingOperation = (name: string): MortiseError =>
  new MortiseError(
    "missing_operation",
    `The adapter has no ${name}, which this call needs. Nothing was changed; add ${name} to the adapter.`,
    { operation: name },
  )

const reads: readonly string[] = ["find", "list", "findWithUser"]

function operationFailed(name: OperationName, cause: Error): MortiseError {
  const { model } = operations[name]
  const details = { operation: name, model, cause }
  return reads.includes(operationVerbs[name])
    ? new MortiseError("unavailable", `The store failed at ${name}. Retry when it is available.`, details)
    : new MortiseError(
        "indeterminate",
        `The store failed at ${name}, which may have been applied. Check the row before you retry.`,
        details,
      )
}

const shortestText = 5

/**
 * A copy of an error from a third-party adapter that is safe to log. Drivers quote their arguments, so every argument
 * is removed from the texts, and all fields are dropped except the code.
 */
export function redactError(thrown: unknown, args: readonly unknown[]): Error {
  showCause(thrown)
  const argumentTexts = textsIn(args, 3)
    .filter((text) => text.length >= shortestText)
    .sort((a, b) => b.length - a.length)
  const clean = (text: string): string =>
    argumentTexts.reduce((rest, secret) => rest.replaceAll(secret, "…"), text)
  const source = thrown instanceof Error ? thrown : new Error(String(thrown))
  const copy = new Error(clean(source.message))
  copy.name = clean(source.name)
  copy.stack = clean(source.stack ?? "")
  // Query builders wrap the driver's error, which has the code.
  const { code = (source.cause as { code?: unknown } | undefined)?.code } = source as { code?: unknown }
  return typeof code === "string" && /^\w{1,40}$/.test(code) ? Object.assign(copy, { code }) : copy
}

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null || depth === 0) return []
  return Object.values(value).flatMap((item) => textsIn(item, depth - 1))
}
