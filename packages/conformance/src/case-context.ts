import { extras, type OperationName, operationNames } from "mortise"
import type { Case, CaseContext } from "./case.ts"
import { createExpectations } from "./expectations.ts"
import { operationOf } from "./operation-of.ts"
import type { InProcesses, RemoteCall } from "./processes/messages.ts"
import { choose, createRandom } from "./random.ts"
import type { RunContext } from "./run-context.ts"
import type { TestedAdapter } from "./tested-adapter.ts"
import { createTiming } from "./timing.ts"
import type { CallKind } from "./watch/record-calls.ts"

/** Is called with every call that a case starts. The returned function is called when the call ends. */
export type ObserveCall = (name: string, kind?: CallKind) => (end: CallEnd) => void

export type CallEnd = { readonly value: unknown } | { readonly thrown: unknown }

/** How a case learns about its calls, and its run about its end. */
export type CaseHooks = { readonly observe: ObserveCall; readonly ended: Promise<void> }

/** Creates the context of one case. */
export function createCaseContext(of: Case, run: RunContext, hooks: CaseHooks): CaseContext {
  const { adapter, manifest, data, effort, seed, openBroken } = run
  const watch: CaseContext["watch"] = (name, call) => watched(hooks, name, call)
  const call: CaseContext["call"] = (operation, ...args) =>
    // Without the adapter as `this`, as the client calls it: an operation that needs `this` fails in every branch.
    watch(operation, () => operationOf(adapter, operation)?.apply(undefined, [...args]))
  // Only the operations in `needs`: a case that forgets one fails on every adapter.
  const view = Object.fromEntries(
    of.needs.map((operation) => [operation, (...args: unknown[]) => call(operation, ...args)]),
  )
  const random = createRandom(seed, of.id)
  return {
    ...data,
    ...createExpectations(of, manifest !== undefined),
    ...createTiming(effort),
    adapter: view as unknown as TestedAdapter,
    raw: adapter,
    manifest,
    effort,
    call,
    watch,
    extras: watchedFunctions(extras(adapter) ?? {}, hooks),
    openBroken: openBroken
      ? async () => ({ adapter: brokenAdapter((await openBroken()).adapter, hooks) })
      : noOutage,
    inProcesses: inProcesses(run, hooks),
    random,
    some: (list, count) => (effort === "full" ? list : choose(list, count, random)),
  }
}

async function watched<T>(
  { observe }: CaseHooks,
  name: string,
  call: () => T | Promise<T>,
  kind?: CallKind,
): Promise<T> {
  const end = observe(name, kind)
  try {
    const value = await call()
    end({ value })
    return value
  } catch (thrown) {
    end({ thrown })
    throw thrown
  }
}

type AnyFunction = (...args: unknown[]) => unknown

const watchedFunctions = <T extends object>(functions: T, hooks: CaseHooks, kind?: CallKind): T =>
  Object.fromEntries(
    Object.entries(functions).map(([name, of]: [string, AnyFunction]) => [
      name,
      (...args: unknown[]) => watched(hooks, name, () => of(...args), kind),
    ]),
  ) as T

/** The operations of an adapter whose store is unreachable. How long they take depends on the way it is unreachable. */
function brokenAdapter(adapter: object, hooks: CaseHooks): object {
  const operations = operationNames.flatMap((name) => {
    const operation = operationOf(adapter, name)
    return operation ? [[name, operation] as const] : []
  })
  return watchedFunctions(Object.fromEntries(operations), hooks, "apart")
}

const noOutage = (): never => {
  throw new Error("The factory offers no outage: return one beside the adapter.")
}

function inProcesses({ inProcesses: race }: RunContext, { observe, ended }: CaseHooks): InProcesses {
  if (!race)
    return () => {
      throw new Error("The run has no other processes: start it with runConformance({ module }).")
    }
  return async (calls) => {
    let ends: (() => void)[] = []
    const started = (all: readonly RemoteCall[]) => {
      const names = new Set<OperationName>(all.map(({ operation }) => operation))
      ends = [...names].map((name) => observe(name, "apart")).map((end) => () => end({ value: undefined }))
    }
    try {
      return await race(calls, { started, ended })
    } finally {
      for (const end of ends) end()
    }
  }
}
