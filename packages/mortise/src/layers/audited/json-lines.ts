import { throwInvalid } from "../../contract/throw-invalid.ts"
import type { AuditSink } from "./audit-record.ts"

/** A stream such as `fs.createWriteStream` and `process.stdout` are. */
export type TextStream = {
  write(text: string, done: (error?: Error | null) => void): unknown
  on?(event: "error", listener: (error: Error) => void): unknown
}

/**
 * A sink for `audited` that writes each record to a stream, as a line of JSON.
 *
 * @example
 * ```ts
 * import { audited, jsonLines } from "mortise/layers"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const key = process.env["AUDIT_KEY"] ?? crypto.getRandomValues(new Uint8Array(32))
 * const adapter = audited(memoryAdapter(), jsonLines(process.stdout), { key })
 * ```
 */
export function jsonLines(stream: TextStream): AuditSink {
  if (typeof stream?.write !== "function")
    throwInvalid('jsonLines: pass a stream, such as createWriteStream("audit.log").')
  // Each write that fails is reported by its callback. Without a listener, the event would end the process.
  stream.on?.("error", () => {})
  return (records) =>
    new Promise((resolve, reject) => {
      const lines = records.map((record) => `${JSON.stringify(record)}\n`)
      stream.write(lines.join(""), (error) => (error ? reject(error) : resolve()))
    })
}
