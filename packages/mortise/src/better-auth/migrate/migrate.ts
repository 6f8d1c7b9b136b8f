import { type PlannedStep, throwIfRefused } from "../../sql/migration/plan-steps.ts"
import { type AuthTables, type BetterAuthInstance, openAuthTables } from "./auth-tables.ts"
import { type BetterAuthMigrateOptions, type BetterAuthPlan, createPlan } from "./plan.ts"

/** What `migrate` did. */
export type BetterAuthMigrated = {
  /** The statements that were run; empty if the database needs nothing. */
  readonly steps: readonly PlannedStep[]
}

/**
 * Creates the tables, columns, keys and indexes that Better Auth needs and the database lacks, among them a unique key
 * on accounts. It works on new databases and on the tables of Better Auth's own adapters, and can be run at every start
 * and by several processes at the same time. If existing rows prevent it, it throws an error that lists them, and
 * changes nothing.
 *
 * @example
 * ```ts
 * import { createClient } from "@libsql/client"
 * import { betterAuth } from "better-auth"
 * import { mortiseDatabase } from "mortise/better-auth"
 * import { migrate } from "mortise/better-auth/migrate"
 *
 * const auth = betterAuth({ database: mortiseDatabase(createClient({ url: "file:auth.db" })) })
 * const { steps } = await migrate(auth)
 * console.log(`${steps.length} statements`)
 * ```
 */
export async function migrate(
  auth: BetterAuthInstance,
  options: BetterAuthMigrateOptions = {},
): Promise<BetterAuthMigrated> {
  const opened = await openAuthTables(auth, "migrate")
  return { steps: await applyPlan(opened, options) }
}

/** Carries out a plan. If another process did part of it concurrently, a new plan is made for the rest. */
async function applyPlan(
  opened: AuthTables,
  options: BetterAuthMigrateOptions,
): Promise<readonly PlannedStep[]> {
  let planned = await createPlan(opened, options)
  for (;;) {
    throwIfRefused(planned.refusals)
    if (planned.steps.length === 0) return []
    try {
      await opened.apply(planned.steps.map(({ statement }) => statement))
      return planned.steps
    } catch (error) {
      const again = await createPlan(opened, options)
      if (joinStatements(again) === joinStatements(planned)) throw error
      planned = again
    }
  }
}

const joinStatements = ({ steps }: BetterAuthPlan): string =>
  steps.map(({ statement }) => statement).join(";")
