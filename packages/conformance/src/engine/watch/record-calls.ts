import { graceMs, type OperationCalls, type Pace, type RunningCall } from "./hang-rules.ts"

/** Is called with every call that a case starts. The returned function is called when the call ends. */
export type Observe = (name: string, kind?: CallKind) => (outcome: "returned" | "threw") => void

/** `apart`: its time says nothing about the adapter under test, because it waits for an outage or for other processes. */
export type CallKind = "normal" | "apart"

/** A case that runs. */
export type OpenCase = {
  readonly running: Set<RunningCall>
  /** When a call of the case last started or ended. */
  lastEvent: number
}

/** The calls of a run. */
export type Calls = {
  readonly pace: Pace
  readonly operations: Map<string, OperationCalls>
  /** In the order in which they started. */
  readonly running: Set<RunningCall>
}

export function operationCalls({ operations }: Calls, name: string): OperationCalls {
  const operation = operations.get(name) ?? { returned: 0, running: new Set(), hangs: false, hungCases: 0 }
  operations.set(name, operation)
  return operation
}

/** Records the calls of a case. */
export const recordCalls =
  (calls: Calls, owner: OpenCase): Observe =>
  (name, kind = "normal") => {
    const { pace } = calls
    const operation = operationCalls(calls, name)
    const call: RunningCall = { name, owner, start: pace.now, overtaken: 0, overtakenByOwn: 0 }
    owner.running.add(call)
    owner.lastEvent = pace.now
    if (kind === "normal") {
      operation.running.add(call)
      calls.running.add(call)
    }
    return (outcome) => {
      owner.running.delete(call)
      owner.lastEvent = pace.lastReturn = pace.now
      if (kind === "normal") noteEnd(calls, operation, { call, outcome })
    }
  }

type End = { readonly call: RunningCall; readonly outcome: "returned" | "threw" }

function noteEnd({ pace, running }: Calls, operation: OperationCalls, { call, outcome }: End): void {
  for (const earlier of running) {
    if (earlier === call) break
    earlier.overtaken++
    if (earlier.name === call.name && outcome === "returned") earlier.overtakenByOwn++
  }
  running.delete(call)
  operation.running.delete(call)
  const age = pace.now - call.start
  const isFirst = outcome === "returned" && operation.returned++ === 0
  // A call that was given up has returned, so the others may return too.
  if (isFirst || age >= graceMs(pace)) operation.hangs = false
  pace.slowest = Math.max(pace.slowest, age)
}
