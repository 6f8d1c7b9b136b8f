import type { PlannedStep } from "../../sql/migration/plan-steps.ts"
import type { AuthTables } from "./auth-tables.ts"
import type { Fill } from "./fill-column.ts"
import { type FillRules, findRule } from "./fill-rules.ts"
import type { AuthProblem, Gap } from "./find-problems.ts"

/** A column that Better Auth requires, and that may still be null so that older processes can insert rows. */
export type PendingColumn = {
  readonly model: string
  /** The table and the column. */
  readonly what: string
  readonly why: string
  /** How many rows have no value, and no rule that gives them one. */
  readonly rows: number
  /** The ids of these rows, at most 100 of them. */
  readonly ids?: readonly string[]
}

/** What fills required columns and makes them required. */
export type ContractParts = {
  readonly fills: readonly (Fill & { readonly step: PlannedStep })[]
  readonly steps: readonly PlannedStep[]
  readonly pending: readonly PendingColumn[]
}

type Options = { readonly fill: FillRules; readonly contract: boolean; readonly isFilled: boolean }

/** Plans how columns that may be null become required. Once they are filled, no rule is left for empty rows. */
export async function planContract(
  opened: AuthTables,
  problems: readonly AuthProblem[],
  { fill, contract, isFilled }: Options,
): Promise<ContractParts> {
  const [fills, steps, pending]: [ContractParts["fills"][number][], PlannedStep[], PendingColumn[]] = [
    [],
    [],
    [],
  ]
  for (const problem of problems) {
    const { gap, table } = problem
    if (!gap) continue
    const { rows, statements, column } = gap
    const rule = isFilled || rows === 0 ? undefined : await findRule(opened, table, column, fill)
    const what = `${table.table}.${column.column}`
    if (rule !== undefined)
      fills.push({
        model: table.model,
        field: column.field,
        rule,
        step: describeFill(opened, problem, gap, rule),
      })
    const why = `${what} gets NOT NULL, because every row has a value.`
    steps.push(...statements.map((statement) => ({ statement, why })))
    const lacking = rule === undefined ? rows : 0
    // What cannot be required stays as it is, which only a contract must say.
    const isWaiting = contract === (statements.length === 0)
    if (lacking > 0 || isWaiting)
      pending.push({
        model: table.model,
        what,
        rows: lacking,
        why: explainPending(`${table.model}.${column.field}`, lacking, statements.length > 0),
        ...(lacking > 0 &&
          problem.code === "nullable_column" && { ids: await readIds(opened, problem, gap) }),
      })
  }
  return { fills, steps, pending }
}

function explainPending(name: string, rows: number, canBeRequired: boolean): string {
  if (rows > 0)
    return `No rule gives a value to ${rows === 1 ? "1 row" : `${rows} rows`}, and Better Auth requires one. Fix: add a rule, fill: { "${name}": … }, and run migrate again.`
  return canBeRequired
    ? "It may still be null, so that older processes can insert rows. When the last of them has ended, run migrate with contract."
    : "It stays nullable: SQLite would have to copy the table, and MySQL would drop the default."
}

/** The statement that fills a column, as a plan shows it. It is run in parts. */
function describeFill(
  { dialect: { quote, quoteTable, parameter }, introspection: { literal } }: AuthTables,
  { table }: AuthProblem,
  { column, rows }: Gap,
  rule: Fill["rule"],
): PlannedStep {
  const set = (value: string) => `UPDATE ${quoteTable(table.table)} SET ${quote(column.column)} = ${value}`
  const isEmpty = `${quote(column.column)} IS NULL`
  const why = `${table.table}.${column.column} has no value in ${rows === 1 ? "1 row" : `${rows} rows`}.`
  if (typeof rule === "string" || typeof rule === "number")
    return { statement: `${set(literal(rule))} WHERE ${isEmpty}`, why }
  if (typeof rule === "object" && "sql" in rule)
    return { statement: `${set(`(${rule.sql})`)} WHERE ${isEmpty}`, why }
  const id = quote(table.columns[0]?.column ?? "id")
  return { statement: `${set(parameter(1))} WHERE ${id} = ${parameter(2)} AND ${isEmpty}`, why, rows }
}

const mostIds = 100

async function readIds(
  { ask, dialect }: AuthTables,
  { table }: AuthProblem,
  { column }: Gap,
): Promise<string[]> {
  const id = dialect.quote(table.columns[0]?.column ?? "id")
  const rows = await ask(
    `SELECT ${id} FROM ${dialect.quoteTable(table.table)} WHERE ${dialect.quote(column.column)} IS NULL ORDER BY ${id} LIMIT ${mostIds}`,
  )
  return rows.map(([value]) => String(dialect.decode("text", value)))
}
