export {
  type AuthjsKeyValueStoreOptions,
  authjsKeyValueStore,
} from "./authjs-key-value/authjs-key-value-store.ts"
export type { BetterAuth } from "./better-auth/better-auth.ts"
export type {
  CopyCounts,
  CopyOptions,
  CopyProblem,
  CopyReason,
  CopyReport,
  LeftOut,
} from "./better-auth/copy-options.ts"
export { copyToBetterAuth } from "./better-auth/copy-to-better-auth.ts"
export {
  type ExchangedSession,
  type ExchangeOptions,
  type ExchangeReason,
  exchangeSession,
} from "./better-auth/exchange-session.ts"
export type { Header as ExportHeader, PageEnd as ExportPage, RowCounts } from "./export/export-format.ts"
export { type ExportOptions, exportRows } from "./export/export-rows.ts"
export { checkExport, type ExportPosition } from "./export/read-export.ts"
export type { ImportedRow, ImportOptions, ImportProblem, ImportReport } from "./import/import-options.ts"
export { importRows } from "./import/import-rows.ts"
export type { LinesOfExport } from "./import/survey-export.ts"
