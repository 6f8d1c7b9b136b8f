import { type Extras, extras, type Guarantee, guarantees, type OperationName, operationNames } from "mortise"
import { type CaseHooks, watchCall } from "../../engine/case-hooks.ts"
import { findOperation } from "../../engine/case-tools/find-operation.ts"
import { choose, createRandom } from "../../engine/case-tools/random.ts"
import { createExpectations } from "../../engine/expectations.ts"
import type { InProcesses } from "../../engine/processes/messages.ts"
import { observedRace } from "../../engine/processes/observed-race.ts"
import { noOutageReason, noProcessesReason } from "../../engine/suite-run.ts"
import { createTiming } from "../../engine/timing.ts"
import type { CallKind } from "../../engine/watch/record-calls.ts"
import type { Case, CaseContext } from "./case.ts"
import type { RunContext } from "./run-context.ts"
import type { TestedAdapter } from "./tested-adapter.ts"

/** Creates the context of one case. */
export function createCaseContext(testCase: Case, run: RunContext, hooks: CaseHooks): CaseContext {
  const { adapter, manifest, data, effort, seed, openBroken } = run
  const watch: CaseContext["watch"] = (name, call) => watchCall(hooks, name, call)
  const offered = offeredOperations(run, hooks)
  const call: CaseContext["call"] = (operation, ...args) =>
    // Without the adapter as `this`, as the client calls it: an operation that needs `this` fails in every branch.
    watch(operation, () => offered(operation, args).apply(undefined, [...args]))
  const view = Object.fromEntries(
    operationNames.map((operation) => [operation, (...args: unknown[]) => call(operation, ...args)]),
  )
  const [random, choice] = [createRandom(seed, testCase.id), createRandom(0, testCase.id)]
  return {
    ...data,
    ...createExpectations(hooks.fail, manifest !== undefined),
    ...createTiming(effort, hooks),
    adapter: view as unknown as TestedAdapter,
    raw: adapter,
    manifest,
    effort,
    call,
    watch,
    extras: offeredExtras(adapter, hooks),
    openBroken: openBroken
      ? async () => ({ adapter: brokenAdapter((await openBroken()).adapter, hooks) })
      : noOutage,
    inProcesses: inProcesses(run, hooks),
    random,
    // The same values with every seed.
    some: (list, count) => (effort === "full" ? list : choose(list, count, choice)),
  }
}

/** Returns the function of a call that the adapter and its tables can take. Otherwise the case is skipped. */
function offeredOperations({ adapter, manifest }: RunContext, { skip }: CaseHooks) {
  const reduced = new Set(manifest?.reduced)
  const exceedsOneAccount = countAccounts()
  return (operation: OperationName, args: readonly unknown[]): AnyFunction => {
    const isPasskey = operation.includes("Authenticator")
    if (isPasskey && reduced.has("passkeys")) skip(lackingGuarantee("passkeys"))
    if (reduced.has("several_accounts") && exceedsOneAccount(operation, args))
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

/** Why a case cannot run on this adapter; `undefined` if it can. */
export function whySkipped(
  testCase: Case,
  { openBroken, inProcesses, manifest }: RunContext,
): string | undefined {
  if (testCase.outage && !openBroken) return noOutageReason
  if (testCase.processes && !inProcesses) return noProcessesReason("runConformance")
  const lacking = manifest?.reduced.find((name) => testCase.guarantees?.includes(name))
  return lacking && lackingGuarantee(lacking)
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

const noOutage = (): never => {
  throw new Error("The factory offers no outage: return one beside the adapter.")
}

function inProcesses(run: RunContext, hooks: CaseHooks): InProcesses {
  const { inProcesses: race } = run
  const offered = offeredOperations(run, hooks)
  if (!race)
    return () => {
      throw new Error("The run has no other processes: start it with runConformance({ module }).")
    }
  return observedRace(race, hooks, ({ operation, args }) => void offered(operation as OperationName, args))
}
