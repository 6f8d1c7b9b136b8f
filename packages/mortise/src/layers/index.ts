export { auditHash } from "./audit/hash.ts"
export { jsonLines, type TextStream } from "./audit/json-lines.ts"
export type { AuditedOptions } from "./audit/options.ts"
export type { AuditRecord, AuditSink, AuditSubject } from "./audit/record.ts"
export { audited } from "./audited.ts"
export { type EncryptedTokensOptions, encryptedTokens } from "./encrypted-tokens.ts"
export type { EncryptionKey } from "./encryption-keys.ts"
export { type HashedSessionsOptions, hashedSessions } from "./hashed-sessions.ts"
export type {
  TelemetryAttributes,
  TelemetryHistogram,
  TelemetryMeter,
  TelemetrySpan,
  TelemetryTracer,
} from "./instruments.ts"
export type { PlainRows } from "./plain-rows.ts"
export { type SplitFields, type SplitOptions, split } from "./split.ts"
export { type TracedOptions, traced } from "./traced.ts"
