export type { FaultCode, FindingCode, Severity } from "./drift.ts"
export { type Finding, type Inspection, inspect } from "./inspect.ts"
export { type Migrated, type MigrateOptions, migrate } from "./migrate.ts"
export { type Plan, type PlannedStep, plan, type Refusal } from "./plan.ts"
