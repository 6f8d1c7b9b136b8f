import { withTimeout } from "../../shared/with-timeout.ts"
import type { AuditSettings } from "./audit-options.ts"
import type { AuditRecord, AuditSink } from "./audit-record.ts"

/** What the delivery of records needs. */
export type QueueOptions = Pick<AuditSettings, "timeoutMs" | "onError"> & { readonly sink: AuditSink }

/** Delivers a record; the promise rejects if the sink fails. */
export type Deliver = (record: Promise<AuditRecord>) => Promise<void>

type Waiting = { readonly record: Promise<AuditRecord>; resolve(): void; reject(error: unknown): void }

/** Passes records to the sink in the order of the calls. Each batch contains all records that are waiting by then. */
export function createQueue({ sink, timeoutMs, onError }: QueueOptions): Deliver {
  let waiting: Waiting[] = []
  let isRunning = false
  const tooLong = () => new Error(`The sink took more than ${timeoutMs / 1000} s`)

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      let records: readonly AuditRecord[] = []
      try {
        records = await Promise.all(batch.map(({ record }) => record))
        await withTimeout(() => sink(records), timeoutMs, tooLong)
        for (const { resolve } of batch) resolve()
      } catch (error) {
        onError(error, records)
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return (record) =>
    new Promise((resolve, reject) => {
      // It may wait for a while before anyone awaits it.
      record.catch(() => {})
      waiting.push({ record, resolve, reject })
      if (!isRunning) void run()
    })
}
