import { type PlannedStep, throwIfRefused } from "../../sql/migration/plan-steps.ts"
import { type AuthTables, type BetterAuthInstance, openAuthTables } from "./auth-tables.ts"
import type { PendingColumn } from "./contract.ts"
import { fillColumn } from "./fill-column.ts"
import { type BetterAuthMigrateOptions, preparePlan } from "./plan.ts"

/** What `migrate` did. */
export type BetterAuthMigrated = {
  /** The statements that were run; empty if the database needs nothing. */
  readonly steps: readonly PlannedStep[]
  /** Columns that Better Auth requires and that may be null for now. Absent if there are none. */
  readonly pending?: readonly PendingColumn[]
}

/** Further options of `migrate`. */
export type FillProgress = {
  /** Called from time to time while existing rows get values: with the model and the field, and the rows so far. */
  readonly onProgress?: (progress: { readonly what: string; readonly rows: number }) => void
}

/**
 * Creates the tables, columns, keys and indexes that Better Auth needs and the database lacks, among them a unique key
 * on accounts. It works on new databases and on the tables of Better Auth's own adapters, and can be run at every start
 * and by several processes at the same time. If existing rows prevent it, it throws an error that lists them, and
 * changes nothing. Rows that have no value for a new required column get one by a rule, in short transactions; see
 * `fill` and `contract` of the options.
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
  options: BetterAuthMigrateOptions & FillProgress = {},
): Promise<BetterAuthMigrated> {
  const { onProgress = () => {} } = options
  const opened = await openAuthTables(auth, "migrate")
  const { plan, fills } = await applyPlan(opened, options)
  await fillAll(opened, fills, onProgress)
  if (options.contract) await applyContract(opened, options, onProgress)
  const { steps } = plan
  if (!plan.pending && fills.length === 0) return { steps }
  const { pending } = (await preparePlan(opened, options, true)).plan
  return { steps, ...(pending && { pending }) }
}

type Prepared = Awaited<ReturnType<typeof preparePlan>>

/** Carries out a plan. If another process did part of it concurrently, a new plan is made for the rest. */
async function applyPlan(opened: AuthTables, options: BetterAuthMigrateOptions): Promise<Prepared> {
  let planned = await preparePlan(opened, options)
  for (;;) {
    throwIfRefused(planned.plan.refusals)
    if (planned.additions.length === 0) return planned
    try {
      await opened.apply(planned.additions.map(({ statement }) => statement))
      return planned
    } catch (error) {
      const again = await preparePlan(opened, options)
      if (joinStatements(again) === joinStatements(planned)) throw error
      planned = again
    }
  }
}

async function fillAll(
  { source, options }: AuthTables,
  fills: Prepared["fills"],
  onProgress: NonNullable<FillProgress["onProgress"]>,
): Promise<void> {
  for (const fill of fills)
    await fillColumn(source, options, fill, (rows) =>
      onProgress({ what: `${fill.model}.${fill.field}`, rows }),
    )
}

const mostAttempts = 3

/** Makes columns required. A row that an older process inserts meanwhile is filled, and then it is tried again. */
async function applyContract(
  opened: AuthTables,
  options: BetterAuthMigrateOptions,
  onProgress: NonNullable<FillProgress["onProgress"]>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { plan, contractSteps } = await preparePlan(opened, options, true)
    const isLast = attempt === mostAttempts
    if (isLast) throwIfRefused(plan.refusals, "made no column required")
    try {
      if (plan.refusals.length === 0)
        return await opened.apply(contractSteps.map(({ statement }) => statement))
    } catch (error) {
      if (isLast) throw error
    }
    await fillAll(opened, (await preparePlan(opened, options)).fills, onProgress)
  }
}

const joinStatements = ({ additions }: Prepared): string =>
  additions.map(({ statement }) => statement).join(";")
