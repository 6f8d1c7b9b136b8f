export type { Severity } from "../../contract/server-finding.ts"
export type { FaultCode, FindingCode } from "../../sql/introspection/drift.ts"
export type { PlannedStep } from "../../sql/migration/plan-steps.ts"
export type { BetterAuthInstance } from "./auth-tables.ts"
export type { DuplicateAccounts } from "./duplicate-accounts.ts"
export { type BetterAuthFinding, type BetterAuthInspection, inspect } from "./inspect.ts"
export { type BetterAuthMigrated, migrate } from "./migrate.ts"
export {
  type BetterAuthMigrateOptions,
  type BetterAuthPlan,
  type BetterAuthRefusal,
  plan,
} from "./plan.ts"
