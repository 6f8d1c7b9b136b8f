import type { Severity } from "../../contract/server-finding.ts"
import { countEmpty, countOrphans, countRows, countSurplus } from "../../sql/introspection/count-rows.ts"
import type { FindingCode } from "../../sql/introspection/drift.ts"
import type { FoundTable } from "../../sql/introspection/found-table.ts"
import { findFoundColumn, findFoundTable } from "../../sql/introspection/referenced-column.ts"
import { type ProblemPlace, toPlace } from "../../sql/migration/problem-facts.ts"
import { changeNull } from "../schema/auth-statements.ts"
import type { AuthColumn, AuthTable } from "../schema/auth-table.ts"
import { type AuthDrift, type CheckColumn, compareAuthTable } from "../schema/compare-tables.ts"
import type { AuthTables, TableState } from "./auth-tables.ts"
import { type DuplicateAccounts, findDuplicates } from "./duplicate-accounts.ts"
import { explainDrift, explainGap, explainRows } from "./explain-drift.ts"
import { type AuthFix, countTooLong, fixFor } from "./fix.ts"

/** A difference between the database and what Better Auth needs, and its fix. */
export type AuthProblem = AuthFix &
  ProblemPlace & {
    readonly code: FindingCode
    readonly severity: Severity
    readonly table: AuthTable
    readonly why: string
    /** How many rows prevent the fix. */
    readonly rows?: number
    readonly duplicates?: readonly DuplicateAccounts[]
    /** The statements that add the unique key after duplicates have been merged. */
    readonly keyStatements?: readonly string[]
    readonly gap?: Gap
  }

/** A required column that may be null, or is added so: older processes insert rows without it. */
export type Gap = {
  readonly column: AuthColumn
  /** How many rows have no value. */
  readonly rows: number
  /** The statements that make it required. */
  readonly statements: readonly string[]
}

/** Finds everything in which the database differs from what Better Auth needs, with the types that `check` finds wrong. */
export async function findProblems(
  opened: AuthTables,
  check: CheckColumn = () => [],
): Promise<AuthProblem[]> {
  const { introspection, tables, ask } = opened
  const visible = await introspection.readTables(
    ask,
    tables.map(({ table }) => table),
  )
  const existing = chooseTables(visible, opened)
  const official = tables.filter((table) => belongsToAuthJs(table, existing, introspection))
  if (official.length > 0) return official.map(officialProblem)
  const problems: AuthProblem[] = []
  for (const table of tables) {
    const existingTable = findFoundTable(introspection, existing, table.table)
    for (const drift of compareAuthTable(table, existingTable, introspection, check))
      problems.push(...(await findDriftProblems(opened, { table, existingTable, existing }, drift)))
  }
  return problems
}

const coreModels = ["user", "session", "account", "verification"]

/**
 * The tables of this configuration. PostgreSQL creates them in the first schema of the search path. A table of the same
 * name in a later schema belongs to something else, unless all tables of Better Auth are there.
 */
function chooseTables(
  visible: readonly FoundTable[],
  { tables, introspection }: AuthTables,
): readonly FoundTable[] {
  const core = tables.filter(({ model }) => coreModels.includes(model))
  const isCoreLater = core.every(
    ({ table }) => findFoundTable(introspection, visible, table)?.isInLaterSchema === true,
  )
  return isCoreLater ? visible : visible.filter(({ isInLaterSchema }) => !isInLaterSchema)
}

/** What Auth.js's tables have instead of a field. */
const ofAuthJs: Readonly<Record<string, readonly [field: string, column: RegExp]>> = {
  account: ["accountId", /^provider_?account_?id$/i],
  session: ["token", /^session_?token$/i],
}

/** Whether a table of this name is Auth.js's, and the options do not name its columns. */
function belongsToAuthJs(
  { model, table, columns }: AuthTable,
  existing: readonly FoundTable[],
  introspection: AuthTables["introspection"],
): boolean {
  const [field, column] = ofAuthJs[model] ?? []
  const expected = columns.find((candidate) => candidate.field === field)?.column ?? ""
  const existingColumns = findFoundTable(introspection, existing, table)?.columns ?? []
  return (
    existingColumns.some(({ name }) => column?.test(name)) &&
    !findFoundColumn(introspection, existing, table, expected)
  )
}

const officialProblem = (table: AuthTable): AuthProblem => ({
  code: "official_tables",
  severity: "error",
  table,
  by: "hand",
  statements: [],
  advice: "",
  why: `The table ${table.table} is Auth.js's, and other programs use it. Fix: give Better Auth tables of its own, for example betterAuth({ user: { modelName: "ba_user" }, session: { modelName: "ba_session" }, account: { modelName: "ba_account" } }).`,
})

async function findDriftProblems(
  opened: AuthTables,
  state: TableState,
  drift: AuthDrift,
): Promise<AuthProblem[]> {
  const { table } = state
  const facts = { ...toPlace(drift), code: drift.code, severity: toSeverity(drift), table }
  const why = explainDrift(table, drift)
  if (isAccountKey(table, drift) && hasColumns(state, drift.columns, opened)) {
    const duplicates = await findDuplicates(table, drift.columns, opened)
    const { statements: keyStatements = [] } = fixFor(opened, state, drift) ?? {}
    if (duplicates.length > 0) return [{ ...facts, ...duplicateFacts(why, duplicates), keyStatements }]
  }
  const gap = await findGap(opened, state, drift)
  if (gap && "column" in drift) {
    const { statements, by } =
      fixFor(opened, state, { ...drift, column: { ...gap.column, notNull: false } }) ?? byPerson
    return [{ ...facts, why: explainGap(drift, gap, why), by, statements, advice: "", gap }]
  }
  const rows = await countBlockingRows(opened, state, drift)
  if (rows > 0) return [{ ...facts, why: `${why} ${explainRows(drift, rows)}`, rows, ...byPerson }]
  const fix = fixFor(opened, state, drift)
  return fix ? [{ ...facts, ...fix, why: `${why} ${fix.advice}` }] : []
}

const byPerson: AuthFix = { by: "hand", statements: [], advice: "" }

const isAccountKey = (
  { model }: AuthTable,
  drift: AuthDrift,
): drift is Extract<AuthDrift, { readonly columns: unknown }> =>
  model === "account" && drift.code === "missing_key" && drift.columns.length === 2

function duplicateFacts(why: string, duplicates: readonly DuplicateAccounts[]) {
  const rows = duplicates.reduce((sum, { accountIds }) => sum + accountIds.length - 1, 0)
  const mixed = duplicates.filter(({ userIds }) => userIds.length > 1).length
  const advice =
    mixed === 0
      ? "Fix: run migrate with mergeAccounts, which keeps the newest row of each."
      : `${mixed} of them belong to several users: decide which user keeps the account, and delete the other rows. Then run migrate with mergeAccounts, which keeps the newest row of the others.`
  return {
    why: `${why} Accounts that are stored more than once: ${duplicates.length}, with ${rows} superfluous rows. ${advice}`,
    rows,
    duplicates,
    ...byPerson,
  }
}

const hasColumns = (
  { table, existing }: TableState,
  columns: readonly string[],
  { introspection }: AuthTables,
): boolean =>
  columns.every((column) => findFoundColumn(introspection, existing, table.table, column) !== undefined)

/** What a required column lacks that existing rows keep from being required. */
async function findGap(
  opened: AuthTables,
  { table, existingTable }: TableState,
  drift: AuthDrift,
): Promise<Gap | undefined> {
  const { dialect } = opened
  const toGap = (
    column: AuthColumn,
    rows: number,
    name: string,
    definition: string,
    hasDefault: boolean,
  ): Gap => ({
    column,
    rows,
    statements: changeNull(table.table, { name, definition, hasDefault }, true, dialect),
  })
  if (drift.code === "nullable_column") {
    const { column, existing } = drift
    const rows = await countEmpty(table, existing.name, opened)
    return toGap(column, rows, existing.name, existing.definition, existing.hasDefault)
  }
  if (drift.code !== "missing_column" || !existingTable) return undefined
  const { column } = drift
  if (!column.notNull || column.default !== undefined || column.isTimestamp) return undefined
  const rows = await countRows(table, opened)
  return rows === 0 ? undefined : toGap(column, rows, column.column, column.type, false)
}

async function countBlockingRows(opened: AuthTables, state: TableState, drift: AuthDrift): Promise<number> {
  const { table } = state
  switch (drift.code) {
    case "missing_key":
    case "missing_index": {
      const { columns } = drift
      const isUnique = drift.code === "missing_key"
      if (!hasColumns(state, columns, opened)) return 0
      // Duplicate accounts were searched byte for byte, whatever the collation is now.
      const surplus = isUnique && !isAccountKey(table, drift) ? await countSurplus(table, columns, opened) : 0
      return surplus || countTooLong(opened, state, { columns, isUnique })
    }
    case "missing_foreign_key": {
      const { column, table: owner } = drift.foreignKey
      const hasOwner = findFoundTable(opened.introspection, state.existing, owner) !== undefined
      return hasOwner && hasColumns(state, [column], opened)
        ? countOrphans(table, drift.foreignKey, opened)
        : 0
    }
    default:
      return 0
  }
}

const warnings: ReadonlySet<FindingCode> = new Set([
  ...(["missing_index", "missing_foreign_key", "missing_cascade", "nullable_column"] as const),
  "folding_collation",
])

const toSeverity = (drift: AuthDrift): Severity =>
  "fault" in drift ? drift.fault.severity : warnings.has(drift.code) ? "warning" : "error"
