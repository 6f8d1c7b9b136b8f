export type { Severity } from "../../contract/server-finding.ts"
export type { FaultCode, FindingCode } from "../../sql/introspection/drift.ts"
export type { PlannedStep } from "../../sql/migration/plan-steps.ts"
export type { BetterAuthInstance } from "./auth-tables.ts"
export type { PendingColumn } from "./contract.ts"
export type { DuplicateAccounts } from "./duplicate-accounts.ts"
export type { BetterAuthRow, FillRule, FillRules } from "./fill-rules.ts"
export { type BetterAuthFinding, type BetterAuthInspection, inspect } from "./inspect.ts"
export { type BetterAuthMigrated, type FillProgress, migrate } from "./migrate.ts"
export {
  type BetterAuthMigrateOptions,
  type BetterAuthPlan,
  plan,
} from "./plan.ts"
export type { BetterAuthRefusal } from "./plan-additions.ts"
