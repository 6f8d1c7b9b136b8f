import { type AuditedOptions, type AuditRecord, type AuditSink, audited } from "../../../src/layers/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"

/** Base64 of 32 bytes. */
export const auditKey = "IyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj9AQUI"

/** A sink that keeps the records. */
export function collect() {
  const records: AuditRecord[] = []
  const sink: AuditSink = (batch) => void records.push(...batch)
  return { records, sink }
}

export function auditedMemory(options: Partial<AuditedOptions> = {}) {
  const { records, sink } = collect()
  const adapter = audited(memoryAdapter({ onWarning: false }), sink, { key: auditKey, ...options })
  return { records, adapter }
}

/** A record in a few words. */
export const brief = ({ operation, outcome, code, rows }: AuditRecord): string =>
  [operation, outcome, code, rows].filter((part) => part !== undefined).join(" ")
