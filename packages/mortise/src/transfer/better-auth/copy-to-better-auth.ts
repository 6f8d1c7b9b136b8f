import type { HasInternals } from "../../contract/adapter.ts"
import { checkOptionNames } from "../../contract/check-options.ts"
import { internals } from "../../contract/internals.ts"
import type { ContractModelName } from "../../contract/models.ts"
import type { Key } from "../../contract/rows.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import type { Rows } from "../../contract/types.ts"
import type { Page, Upkeep } from "../../contract/upkeep.ts"
import { finishAll } from "../../shared/finish-all.ts"
import { limitConcurrency } from "../../shared/limit-concurrency.ts"
import { openForTransfer } from "../open-for-transfer.ts"
import { type BetterAuth, type BetterAuthContext, openBetterAuth, readOptions } from "./better-auth.ts"
import type { CopyOptions, CopyReason, CopyReport, LeftOut } from "./copy-options.ts"
import { createRowCopier } from "./copy-rows.ts"
import type { Copied } from "./copy-user.ts"

const operation = "copyToBetterAuth"

const optionNames = [
  ...[
    "dryRun",
    "emailFor",
    "isEmailVerified",
    "providers",
    "accountId",
    "tokens",
    "crypto",
    "dropUndeclared",
    "ids",
  ],
  ...["onId", "onProblem", "onPage", "signal", "concurrency"],
]

/**
 * Copies the users, accounts and passkeys of an Auth.js application to Better Auth, through Better Auth's own adapter.
 * Each row is created, read again and compared. An existing row is compared and never changed, so a second run continues
 * a stopped copy and verifies a finished one. Throws when a database fails; call it again to continue. The tables of
 * Better Auth must exist.
 *
 * @example
 * ```ts
 * import { betterAuth } from "better-auth"
 * import { memoryAdapter as betterAuthMemory } from "better-auth/adapters/memory"
 * import { memoryAdapter } from "mortise/memory"
 * import { copyToBetterAuth } from "mortise/transfer"
 *
 * const tables = { user: [], account: [], session: [], verification: [] }
 * const auth = betterAuth({ database: betterAuthMemory(tables), secret: "a secret of at least 32 characters" })
 * const { rows, problems } = await copyToBetterAuth(memoryAdapter(), auth)
 * console.log(rows.user.copied, problems)
 * ```
 */
export async function copyToBetterAuth(
  adapter: HasInternals | object,
  auth: BetterAuth,
  options: CopyOptions = {},
): Promise<CopyReport> {
  checkOptionNames(operation, options, optionNames)
  openForTransfer(adapter, operation)
  const context = await openBetterAuth(auth, operation)
  checkEncryption(context, options)
  await refuseSharedTables(context, adapter)
  // Unlike an export, this reads through the layers: Better Auth needs tokens as the provider gave them.
  const upkeep = (internals(adapter) as { readonly upkeep: Upkeep }).upkeep
  const copier = createRowCopier(context, options)
  const report = createCopyReport(options, () =>
    [...copier.providers].filter((id) => !context.socialProviders.some((provider) => provider.id === id)),
  )
  const isDone =
    (await copyPages(upkeep, "user", options, report, copier.user)) &&
    (await copyPages(upkeep, "account", options, report, copier.account)) &&
    (await copyPages(upkeep, "authenticator", options, report, copier.authenticator))
  if (!isDone) return report.current(false)
  report.count("session", "other_cookie", await upkeep.count("session"))
  report.count("verificationToken", "other_link", await upkeep.count("verificationToken"))
  return report.current(true)
}

/** The fields that Auth.js's tables lack. */
const ownFields = { account: "accountId", session: "token" }

/** In one database, tables with equal names are the same tables, and Better Auth's columns are not in them. */
async function refuseSharedTables(
  { adapter: target, tables }: BetterAuthContext,
  source: HasInternals | object,
): Promise<void> {
  const { schema, migration } = internals(source) ?? {}
  for (const [model, field] of Object.entries(ownFields)) {
    const name = tables[model]?.modelName ?? model
    const sourceName = schema?.models[model as keyof typeof ownFields].table
    if (!migration || sourceName?.toLowerCase() !== name.toLowerCase()) continue
    const query = { model, where: [{ field, value: "" }], limit: 1 }
    const isUsable = await target.findMany(query).then(
      () => true,
      () => false,
    )
    if (!isUsable)
      throwInvalid(
        `${operation}: nothing was changed. Auth.js has a table ${name}, and Better Auth's table of this name has no ${field}, or cannot be read. In one database, give Better Auth tables of its own, for example betterAuth({ user: { modelName: "ba_user" }, session: { modelName: "ba_session" }, account: { modelName: "ba_account" } }), create them, and run this again.`,
      )
  }
}

/** Tokens in the wrong form would be read as encrypted ones, and fail when they are used. */
function checkEncryption(context: BetterAuthContext, options: CopyOptions): void {
  const { account } = readOptions(context)
  if (account?.encryptOAuthTokens && options.tokens !== false && !options.crypto)
    throwInvalid(
      `${operation}: Better Auth encrypts tokens: pass { crypto } with the module better-auth/crypto, or leave them out with { tokens: false }.`,
    )
}

/** Copies all rows of a model; false if the copy was stopped. */
async function copyPages<M extends "user" | "account" | "authenticator">(
  upkeep: Upkeep,
  model: M,
  { concurrency = 8, signal, onPage }: CopyOptions,
  report: ReportBuilder,
  copy: (row: Rows[M]) => Promise<Copied>,
): Promise<boolean> {
  const limited = limitConcurrency(concurrency)
  let after: Key | null = null
  do {
    const page: Page<Rows[M]> = await upkeep.page(model, { limit: 500, ...(after && { after }) })
    const tasks = page.rows.map((row) =>
      limited(async () => {
        if (!signal?.aborted) report.add(model, "id" in row ? row.id : row.userId, await copy(row))
      }),
    )
    // None is being written when this function throws.
    await finishAll(tasks)
    await onPage?.(report.current(false))
    if (signal?.aborted) return false
    after = page.next
  } while (after)
  return true
}

/** Counts what happens to rows. */
type ReportBuilder = {
  /** Counts a row of a user. */
  add(model: ContractModelName, userId: string, outcome: Copied): void
  /** Counts rows that were left out for one reason. */
  count(model: ContractModelName, reason: CopyReason, count: number): void
  current(isComplete: boolean): CopyReport
}

const models = ["user", "account", "session", "verificationToken", "authenticator"] as const

const needsNoDecision: readonly CopyReason[] = ["other_cookie", "other_link", "no_counterpart"]

/** Creates an empty report. */
function createCopyReport(
  { onProblem }: CopyOptions,
  unconfiguredProviders: () => readonly string[],
): ReportBuilder {
  const stored = new Map<string, number>()
  const left = new Map<string, LeftOut>()

  const count = (model: ContractModelName, reason: CopyReason, more: number): void => {
    const key = `${model} ${reason}`
    if (more > 0) left.set(key, { model, reason, count: (left.get(key)?.count ?? 0) + more })
  }

  return {
    count,
    add(model, userId, outcome) {
      if (outcome === "copied" || outcome === "equal") {
        const key = `${model} ${outcome}`
        stored.set(key, (stored.get(key) ?? 0) + 1)
        return
      }
      count(model, outcome, 1)
      if (!needsNoDecision.includes(outcome)) onProblem?.({ model, userId, reason: outcome })
    },
    current(isComplete) {
      const skipped = [...left.values()].filter(({ reason }) => needsNoDecision.includes(reason))
      const problems = [...left.values()].filter(({ reason }) => !needsNoDecision.includes(reason))
      const sum = (list: readonly LeftOut[], model: string) =>
        list.reduce((total, entry) => total + (entry.model === model ? entry.count : 0), 0)
      const counts = models.map((model) => [
        model,
        {
          copied: stored.get(`${model} copied`) ?? 0,
          equal: stored.get(`${model} equal`) ?? 0,
          skipped: sum(skipped, model),
          problems: sum(problems, model),
        },
      ])
      return {
        rows: Object.fromEntries(counts),
        skipped,
        problems,
        unconfiguredProviders: unconfiguredProviders(),
        isComplete,
      }
    },
  }
}
