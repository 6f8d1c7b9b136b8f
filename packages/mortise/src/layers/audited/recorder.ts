import { randomToken } from "../../shared/bytes.ts"
import type { AuditHash } from "./audit-hash.ts"
import type { Deliver } from "./audit-queue.ts"
import type { AuditRecord, AuditSubject } from "./audit-record.ts"
import type { Subjects } from "./subjects.ts"

/** What a call says about itself. */
export type CallFacts = Omit<AuditRecord, "writer" | "sequence" | "time" | "subjects">

/** Makes a record and delivers it. Returns its number immediately, and a promise that rejects if the sink fails. */
export type Recorder = (facts: CallFacts, subjects: Subjects) => { sequence: number; stored: Promise<void> }

/** Numbers records in the order in which this function is called. */
export function createRecorder(hash: AuditHash, deliver: Deliver): Recorder {
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
