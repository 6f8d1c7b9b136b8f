import { MortiseError } from "../../contract/errors.ts"
import { readSessionEnd } from "../../contract/session-end-slots.ts"
import { type Slots, slotCallNames } from "../../contract/slots.ts"
import { randomToken } from "../../shared/bytes.ts"
import { limitConcurrency } from "../../shared/limit-concurrency.ts"
import { addLayer } from "../add-layer.ts"
import { type CallName, calls, mapCalls, type Run, readAnswer } from "../calls.ts"
import { copyArguments } from "../copy-arguments.ts"
import { type Outcome, toErrorOutcome, toResultOutcome } from "../outcome.ts"
import type { AuditHash } from "./audit-hash.ts"
import { type AuditedOptions, checkAuditOptions } from "./audit-options.ts"
import { createQueue, type Deliver } from "./audit-queue.ts"
import type { AuditRecord, AuditSink, AuditSubject } from "./audit-record.ts"
import { readArgumentSubjects, readResultSubjects, type Subjects } from "./subjects.ts"

/**
 * Passes a record of every write to a sink, in order: what was called, how it ended, and keyed hashes in place of
 * identifiers. Writes to slots have none, except those that end sessions in tokens. A call returns when its record is stored, so a slow sink slows writers down, and memory does not fill.
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
  const parts = { record: createRecorder(hash, createQueue({ sink, timeoutMs, onError })), refuses }
  const limit = limitConcurrency(maxPending)
  const audit = (name: CallName, run: Run): Run => {
    const { writes, model } = calls[name]
    if (!writes) return run
    const call = { operation: name, ...(model && { model }) }
    return (...input) => {
      const args = copyArguments(input)
      const subjects = readArgumentSubjects(name, args)
      const describe = (result: unknown) => describeResult(name, result)
      return limit(() => recordCall({ ...parts, call, subjects, describe, run: () => run(...args) }))
    }
  }
  const auditSlot = (name: CallName, run: Run): Run => {
    if (!calls[name].writes) return run
    return (...input) => {
      const [slot] = input
      const subjects = readSessionEnd(Object(slot).key ?? slot)
      if (!subjects) return run(...input)
      const call = { operation: slotCallNames[name as keyof Slots], model: "session" } as const
      const args = copyArguments(input)
      const describe = describeSlot
      return limit(() => recordCall({ ...parts, call, subjects, describe, run: () => run(...args) }))
    }
  }
  return addLayer(adapter, {
    name: "audited",
    wrap: ({ operations, extras, upkeep, slots }) => ({
      operations: mapCalls(operations, audit),
      extras: mapCalls(extras, audit),
      upkeep: mapCalls(upkeep, audit),
      slots: mapCalls(slots, auditSlot),
    }),
  })
}

/** What a result says about its call. */
type Described = { readonly outcome: Outcome; readonly subjects: Subjects; readonly rows?: number }

function describeResult(name: CallName, result: unknown): Described {
  const answer = readAnswer(name, result)
  return {
    outcome: toResultOutcome(answer),
    subjects: readResultSubjects(name, answer),
    ...(typeof result === "number" && { rows: result }),
  }
}

/** Of a slot, nothing but the outcome. `false`: it was written before, or is gone. */
const describeSlot = (result: unknown): Described => ({
  outcome: result === false ? "absent" : toResultOutcome(result),
  subjects: {},
})

type RecordedCall = {
  readonly call: Pick<AuditRecord, "operation" | "model">
  readonly subjects: Subjects
  readonly describe: (result: unknown) => Described
  readonly run: () => Promise<unknown>
  readonly record: Recorder
  readonly refuses: boolean
}

async function recordCall(recorded: RecordedCall): Promise<unknown> {
  const { call, subjects, describe, run, record, refuses } = recorded
  let start: { readonly start?: number } = {}
  if (refuses) {
    const { sequence, stored } = record({ ...call, outcome: "started" }, subjects)
    await stored.catch((cause) => throwNotRecorded(call.operation, cause))
    start = { start: sequence }
  }
  let result: unknown
  try {
    result = await run()
  } catch (error) {
    const code = error instanceof MortiseError ? { code: error.code } : {}
    await settleRecord(record({ ...call, ...start, outcome: toErrorOutcome(error), ...code }, subjects))
    throw error
  }
  const { subjects: more, ...described } = describe(result)
  await settleRecord(record({ ...call, ...start, ...described }, { ...subjects, ...more }))
  return result
}

/** After a write, a failing sink is reported only: the write cannot be undone. */
const settleRecord = ({ stored }: { stored: Promise<void> }): Promise<void> => stored.catch(() => {})

function throwNotRecorded(operation: string, cause: unknown): never {
  const message = "The sink of audited failed, so the write was not sent: repair the sink, then try again."
  throw new MortiseError("unavailable", message, { operation, cause })
}

/** What a call says about itself. */
type CallFacts = Omit<AuditRecord, "writer" | "sequence" | "time" | "subjects">

/** Makes a record and delivers it. Returns its number immediately, and a promise that rejects if the sink fails. */
type Recorder = (facts: CallFacts, subjects: Subjects) => { sequence: number; stored: Promise<void> }

/** Numbers records in the order in which this function is called. */
function createRecorder(hash: AuditHash, deliver: Deliver): Recorder {
  // Some runtimes have no random numbers before the first request.
  let writer: string | undefined
  let last = 0
  return (facts, subjects) => {
    writer ??= randomToken().slice(0, 16)
    last += 1
    const head = { writer, sequence: last, time: new Date().toISOString(), ...facts }
    const record = hashAll(hash, subjects).then((hashes) => ({ ...head, subjects: hashes }))
    return { sequence: last, stored: deliver(record) }
  }
}

async function hashAll(hash: AuditHash, subjects: Subjects): Promise<Subjects> {
  const all = Object.entries(subjects) as [AuditSubject, string][]
  return Object.fromEntries(
    await Promise.all(all.map(async ([name, value]) => [name, await hash(name, value)])),
  )
}
