import { MortiseError } from "../../contract/errors.ts"
import { limitConcurrency } from "../../shared/limit-concurrency.ts"
import { addLayer } from "../add-layer.ts"
import { type CallName, calls, mapCalls, type Run } from "../calls.ts"
import { copyArguments } from "../copy-arguments.ts"
import { outcomeOfError, outcomeOfResult } from "../outcome.ts"
import { type AuditedOptions, checkAuditOptions } from "./audit-options.ts"
import { createQueue } from "./audit-queue.ts"
import type { AuditSink } from "./audit-record.ts"
import { createRecorder, type Recorder } from "./recorder.ts"
import { subjectsOfArguments, subjectsOfResult } from "./subjects.ts"

/**
 * Passes a record of every write to a sink, in order: what was called, how it ended, and keyed hashes in place of
 * identifiers. A call returns when its record is stored, so a slow sink slows writers down, and memory does not fill.
 *
 * @example
 * ```ts
 * import { audited, jsonLines } from "mortise/layers"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const key = process.env["AUDIT_KEY"] ?? crypto.getRandomValues(new Uint8Array(32))
 * const adapter = audited(memoryAdapter(), jsonLines(process.stdout), { key })
 * await adapter.createUser({ email: "ada@example.com" }) // prints a line
 * ```
 */
export function audited<A extends object>(adapter: A, sink: AuditSink, options: AuditedOptions): A {
  const { hash, refuses, maxPending, timeoutMs, onError } = checkAuditOptions(sink, options)
  const record = createRecorder(hash, createQueue({ sink, timeoutMs, onError }))
  const limit = limitConcurrency(maxPending)
  const audit = (name: CallName, run: Run): Run => {
    if (!calls[name].writes) return run
    return (...given) => {
      const args = copyArguments(name, given)
      return limit(() => recordCall({ name, run, args, record, refuses }))
    }
  }
  return addLayer(adapter, {
    name: "audited",
    wrap: ({ operations, extras, upkeep }) => ({
      operations: mapCalls(operations, audit),
      extras: mapCalls(extras, audit),
      upkeep: mapCalls(upkeep, audit),
    }),
  })
}

type RecordedCall = {
  readonly name: CallName
  readonly run: Run
  readonly args: unknown[]
  readonly record: Recorder
  readonly refuses: boolean
}

async function recordCall({ name, run, args, record, refuses }: RecordedCall): Promise<unknown> {
  const { model } = calls[name]
  const call = { operation: name, ...(model && { model }) }
  const subjects = subjectsOfArguments(name, args)
  let start: { readonly start?: number } = {}
  if (refuses) {
    const { sequence, stored } = record({ ...call, outcome: "started" }, subjects)
    await stored.catch((cause) => throwNotRecorded(name, cause))
    start = { start: sequence }
  }
  let result: unknown
  try {
    result = await run(...args)
  } catch (error) {
    const code = error instanceof MortiseError ? { code: error.code } : {}
    await settled(record({ ...call, ...start, outcome: outcomeOfError(error), ...code }, subjects))
    throw error
  }
  const rows = typeof result === "number" ? { rows: result } : {}
  const found = { ...subjects, ...subjectsOfResult(name, result) }
  await settled(record({ ...call, ...start, outcome: outcomeOfResult(result), ...rows }, found))
  return result
}

/** After a write, a failing sink is reported only: the write cannot be undone. */
const settled = ({ stored }: { stored: Promise<void> }): Promise<void> => stored.catch(() => {})

function throwNotRecorded(operation: string, cause: unknown): never {
  const message = "The sink of audited failed, so the write was not sent: repair the sink, then try again."
  throw new MortiseError("unavailable", message, { operation, cause })
}
