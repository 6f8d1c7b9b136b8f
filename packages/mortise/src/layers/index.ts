export { auditHash } from "./audited/audit-hash.ts"
export type { AuditedOptions } from "./audited/audit-options.ts"
export type { AuditRecord, AuditSink, AuditSubject } from "./audited/audit-record.ts"
export { audited } from "./audited/audited.ts"
export { jsonLines, type TextStream } from "./audited/json-lines.ts"
export { type EncryptedTokensOptions, encryptedTokens } from "./encrypted-tokens/encrypted-tokens.ts"
export type { EncryptionKey } from "./encrypted-tokens/encryption-keys.ts"
export type { ExistingPlaintext } from "./existing-plaintext.ts"
export { type HashedSessionsOptions, hashedSessions } from "./hashed-sessions.ts"
export { type SplitFields, type SplitOptions, split } from "./split/split.ts"
export type {
  TelemetryAttributes,
  TelemetryHistogram,
  TelemetryMeter,
  TelemetrySpan,
  TelemetryTracer,
} from "./traced/instruments.ts"
export { type TracedOptions, traced } from "./traced/traced.ts"
