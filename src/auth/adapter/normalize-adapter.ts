import type { Adapter } from "../../contract/adapter.ts"
import { MortiseError } from "../../contract/errors.ts"
import { type OperationName, operationNames, operations } from "../../contract/operations.ts"
import type { User } from "../../contract/types.ts"
import { redactError } from "./redact-error.ts"

/** The least that a user has. */
export type AnyUser = { readonly id: string; readonly email: string }

type Optional<Names extends OperationName> = {
  readonly [Name in Names]?: ((...args: never[]) => unknown) | undefined
}

/**
 * An adapter of any make: ours, one of Auth.js, or your own object of some of the nineteen operations. What
 * `getUser` returns is what a user is to the functions of `createAuth`.
 */
export type AuthAdapter<U extends AnyUser = User> = Optional<Exclude<OperationName, "getUser">> & {
  readonly getUser?: ((id: string) => U | null | PromiseLike<U | null>) | undefined
}

/** The nineteen, each of which may turn out to be missing when it is called. */
export type Operations = Pick<Adapter, OperationName>

/**
 * The operations of an adapter of any make: nothing found is `null`, what another make throws becomes an error
 * of ours, and an operation that is not there says so.
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
    `This is not available here: the adapter has no ${name}. Nothing was changed; add ${name} to the adapter.`,
    { operation: name },
  )

/** What an adapter of this make, or this configuration, cannot do. */
export const unsupported = (sentence: string): MortiseError =>
  new MortiseError("missing_operation", `${sentence}.`)

const reads: readonly string[] = ["find", "list", "findWithUser"]

function operationFailed(name: OperationName, cause: Error): MortiseError {
  const { verb, model } = operations[name]
  const details = { operation: name, model, cause }
  return reads.includes(verb)
    ? new MortiseError("unavailable", `The store failed at ${name}. Try again when it answers.`, details)
    : new MortiseError(
        "indeterminate",
        `The store failed at ${name}, which may have been applied. Look before you try again.`,
        details,
      )
}

/** What kind of trouble an error is, for events. */
export const codeOf = (error: unknown): string => (error instanceof MortiseError ? error.code : "unknown")
