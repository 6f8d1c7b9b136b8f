import {
  type Extras,
  extras,
  type Guarantee,
  guarantees,
  type Manifest,
  manifest,
  type OperationName,
  operationNames,
} from "mortise"
import { type CaseHooks, watchCall } from "../../engine/case-hooks.ts"
import { findOperation } from "../../engine/case-tools/find-operation.ts"
import type { OpenSetup } from "../../engine/suite.ts"
import type { CallKind } from "../../engine/watch/record-calls.ts"
import type { CaseTools } from "./case.ts"
import { createData } from "./data.ts"
import type { Setup } from "./run-options.ts"
import type { TestedAdapter } from "./tested-adapter.ts"

/** Prepares an adapter for its cases. `promises` is its manifest; `undefined` for third-party adapters. */
export function openAdapter(adapter: object, promises = manifest(adapter)): OpenSetup<Setup, CaseTools> {
  const { missingGuarantees = [] }: Partial<Manifest> = promises ?? {}
  const data = createData(missingGuarantees.includes("milliseconds") ? 0 : undefined)
  return {
    hasCodes: promises !== undefined,
    whySkipped(testCase) {
      const lacking = missingGuarantees.find((name) => testCase.guarantees?.includes(name))
      return lacking && lackingGuarantee(lacking)
    },
    createTools(hooks, openBroken) {
      const offered = offeredOperations(adapter, promises ?? {}, hooks)
      const call: CaseTools["call"] = (operation, ...args) =>
        // Without the adapter as `this`, as the client calls it: an operation that needs `this` fails in every branch.
        watchCall(hooks, operation, () => offered(operation, args).apply(undefined, [...args]))
      const view = Object.fromEntries(
        operationNames.map((operation) => [operation, (...args: unknown[]) => call(operation, ...args)]),
      )
      return {
        ...data,
        adapter: view as unknown as TestedAdapter,
        raw: adapter,
        manifest: promises,
        call,
        extras: offeredExtras(adapter, hooks),
        openBroken: async () => ({ adapter: brokenAdapter((await openBroken()).adapter, hooks) }),
      }
    },
    createCheck(hooks) {
      const offered = offeredOperations(adapter, promises ?? {}, hooks)
      return ({ operation, args }) => void offered(operation as OperationName, args)
    },
  }
}

/** Returns the function of a call that the adapter and its tables can take. Otherwise the case is skipped. */
function offeredOperations(
  adapter: object,
  { missingGuarantees = [] }: Partial<Manifest>,
  { skip }: CaseHooks,
) {
  const exceedsOneAccount = countAccounts()
  return (operation: OperationName, args: readonly unknown[]): AnyFunction => {
    const isPasskey = operation.includes("Authenticator")
    if (isPasskey && missingGuarantees.includes("passkeys")) skip(lackingGuarantee("passkeys"))
    if (missingGuarantees.includes("several_accounts") && exceedsOneAccount(operation, args))
      skip(lackingGuarantee("several_accounts"))
    return findOperation(adapter, operation) ?? skip(`the adapter has no ${operation}`)
  }
}

/** Returns whether a call links a second account to one user. */
function countAccounts() {
  const owners = new Map<string, unknown>()
  return (operation: OperationName, [input]: readonly unknown[]): boolean => {
    const { provider, providerAccountId, userId } = (input ?? {}) as Record<string, unknown>
    const key = JSON.stringify([provider, providerAccountId])
    if (operation === "unlinkAccount") owners.delete(key)
    if (operation !== "linkAccount") return false
    const isSecond = [...owners].some(([otherKey, owner]) => otherKey !== key && owner === userId)
    owners.set(key, userId)
    return isSecond
  }
}

/** Why a case is skipped that needs a guarantee which the tables lack. */
const lackingGuarantee = (name: Guarantee): string =>
  `the tables lack ${name}, so it is not guaranteed that ${guarantees[name]}`

/** The extras, each of which skips the case if the adapter lacks it. */
function offeredExtras(adapter: object, hooks: CaseHooks): Extras {
  const offered = (extras(adapter) ?? {}) as Partial<Record<string, AnyFunction>>
  return new Proxy({} as Extras, {
    get: (_, name: string) =>
      watchedFunction(
        name,
        (...args) => (offered[name] ?? hooks.skip(`the adapter has no extra ${name}`))(...args),
        hooks,
      ),
  })
}

type AnyFunction = (...args: unknown[]) => unknown

const watchedFunction =
  (name: string, call: AnyFunction, hooks: CaseHooks, kind?: CallKind) =>
  (...args: unknown[]) =>
    watchCall(hooks, name, () => call(...args), kind)

/** The operations of an adapter whose store is unreachable. How long they take depends on the way it is unreachable. */
function brokenAdapter(adapter: object, hooks: CaseHooks): object {
  const operations = operationNames.flatMap((name) => {
    const operation = findOperation(adapter, name)
    return operation ? [[name, watchedFunction(name, operation, hooks, "apart")] as const] : []
  })
  return Object.fromEntries(operations)
}
