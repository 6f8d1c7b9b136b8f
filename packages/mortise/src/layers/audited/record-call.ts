import { MortiseError } from "../../contract/errors.ts"
import { randomToken } from "../../shared/bytes.ts"
import { limitConcurrency } from "../../shared/limit-concurrency.ts"
import { type Outcome, toErrorOutcome } from "../outcome.ts"
import type { AuditHash } from "./audit-hash.ts"
import type { AuditSettings } from "./audit-options.ts"
import { createQueue, type Deliver } from "./audit-queue.ts"
import type { AuditRecord, AuditSink, AuditSubject } from "./audit-record.ts"
import type { Subjects } from "./subjects.ts"

/** What all audited calls of an adapter share. */
export type Audit = {
  readonly record: Recorder
  /** Whether a failing sink refuses writes. */
  readonly refuses: boolean
  /** Limits the writes in progress. */
  readonly limit: <T>(task: () => Promise<T>) => Promise<T>
}

export const createAudit = (
  sink: AuditSink,
  { hash, refuses, maxPending, timeoutMs, onError }: AuditSettings,
): Audit => ({
  record: createRecorder(hash, createQueue({ sink, timeoutMs, onError })),
  refuses,
  limit: limitConcurrency(maxPending),
})

/** How a call ended, as its record says. */
export type Ending = Pick<AuditRecord, "code" | "rows"> & { readonly outcome: Outcome }

/** What a result says about its call. */
export type Described = Ending & { readonly subjects: Subjects }

/** Stores the record of a call that ended. */
export type Finish = (ending: Ending, store: (ending: Ending) => Promise<void>) => Promise<void>

export type AuditedCall = {
  readonly call: Pick<AuditRecord, "tenant" | "operation" | "model" | "where" | "fields">
  readonly subjects: Subjects
  readonly describe: (result: unknown) => Described
  readonly run: () => Promise<unknown>
  /** Default: when the call ends. */
  readonly finish?: Finish
}

const finishNow: Finish = (ending, store) => store(ending)

/** Runs a call, and stores its record. */
export async function recordCall({ record, refuses }: Audit, audited: AuditedCall): Promise<unknown> {
  const { call, subjects, describe, run, finish = finishNow } = audited
  let start: { readonly start?: number } = {}
  if (refuses) {
    const { sequence, stored } = record({ ...call, outcome: "started" }, subjects)
    await stored.catch((cause) => throwNotRecorded(call.operation, cause))
    start = { start: sequence }
  }
  // After a write, a failing sink is reported only: the write cannot be undone.
  const end = (ending: Ending, more?: Subjects): Promise<void> =>
    finish(ending, (last) =>
      record({ ...call, ...start, ...last }, { ...subjects, ...more }).stored.catch(() => {}),
    )
  let result: unknown
  try {
    result = await run()
  } catch (error) {
    await end(toErrorEnding(error))
    throw error
  }
  const { subjects: more, ...ending } = describe(result)
  await end(ending, more)
  return result
}

/** How a call ended that threw. */
export const toErrorEnding = (error: unknown): Ending => ({
  outcome: toErrorOutcome(error),
  ...(error instanceof MortiseError && { code: error.code }),
})

function throwNotRecorded(operation: string, cause: unknown): never {
  const message = "The sink of audited failed, so the write was not sent: repair the sink, then try again."
  throw new MortiseError("unavailable", message, { operation, cause })
}

/** What a call says about itself. */
type CallFacts = Omit<AuditRecord, "writer" | "sequence" | "time" | "subjects">

/** Makes a record and delivers it. Returns its number immediately, and a promise that rejects if the sink fails. */
export type Recorder = (facts: CallFacts, subjects: Subjects) => { sequence: number; stored: Promise<void> }

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
