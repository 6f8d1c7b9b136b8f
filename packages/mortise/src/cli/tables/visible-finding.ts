import type { ServerFinding } from "../../contract/server-finding.ts"
import { mortise } from "../../shared/mortise-command.ts"
import type { Finding } from "../../stores/sql/migrate/index.ts"
import { printParts } from "../terminal/output.ts"
import type { MissingInOrm } from "./missing-in-orm.ts"

/** What `mortise doctor` and the studio show of a finding. */
export type VisibleFinding = {
  readonly severity: "error" | "warning"
  readonly code: string
  /** The table and column, such as `users.email`; empty for a finding about the server. */
  readonly place: string
  readonly why: string
  /** Statements or commands that fix it, in order. */
  readonly fix: readonly string[]
}

/** A finding with the accounts that are stored more than once, one on each line. */
type PrintedFinding = VisibleFinding & { readonly duplicates?: readonly string[] }

/** What `mortise doctor` has found. */
export type Report = {
  /** The JSON document. */
  readonly inspection: { readonly ok: boolean; readonly schema?: MissingInOrm }
  readonly findings: readonly PrintedFinding[]
  /** What needs the tables. */
  readonly user: "the adapter" | "Better Auth"
}

export const describeFinding = (
  finding: Finding | ServerFinding,
  schema: MissingInOrm | undefined,
): VisibleFinding => ({
  severity: finding.severity,
  code: finding.code,
  place: formatPlace(finding),
  why: finding.why,
  fix: listFixes(finding, schema),
})

/** A finding's table and column; empty for a finding about the server. */
export function formatPlace(finding: Finding | ServerFinding): string {
  if (!("table" in finding)) return ""
  const { pgSchema, table, column } = finding
  return [pgSchema, table, column].filter((part) => part !== undefined).join(".")
}

/** The statements that fix a finding, else what to do. An ORM's schema is fixed in the ORM. */
function listFixes(finding: Finding | ServerFinding, schema: MissingInOrm | undefined): readonly string[] {
  // Redis commands have no terminator.
  if (finding.fix)
    return finding.fix.map((statement) => (/^CONFIG /.test(statement) ? statement : `${statement};`))
  // The sentence about the server contains its fix.
  if (!("table" in finding) || explainedCodes.has(finding.code)) return []
  const { rows } = finding
  if (schema) return rows ? [`change the rows that are in the way (${rows}) first`] : []
  return [
    rows
      ? `change the rows that are in the way (${rows}), then run ${mortise} migrate`
      : `run ${mortise} migrate`,
  ]
}

/** Findings whose sentence says all that can be done. */
const explainedCodes: ReadonlySet<string> = new Set(["official_tables", "bypassed_policies"])

/** Prints findings with their fixes, below a line that sums them up. */
export function printReport({ inspection, findings, user }: Report): void {
  const missing = inspection.schema ? [] : findings.filter(({ code }) => code === "missing_table")
  const isNew = missing.length > 3
  const others = isNew
    ? findings.filter(({ code }) => code !== "missing_table" && code !== "missing_policy")
    : findings
  const errors = others.filter(({ severity }) => severity === "error").length
  if (isNew) printMissingTables(missing.map(({ place }) => place))
  else if (findings.length === 0) printParts(["green", `The database has everything that ${user} needs.`])
  if (others.length > 0)
    printParts([errors > 0 ? "red" : "yellow", `Errors: ${errors}. Warnings: ${others.length - errors}.`])
  for (const finding of others) printFinding(finding)
}

/** An empty database needs one command, not a page of statements. */
function printMissingTables(tables: readonly string[]): void {
  printParts(["red", "There are no tables yet"], `: ${tables.join(", ")}.`)
  printParts(
    "  fix: ",
    ["bold", `run ${mortise} migrate`],
    ", which creates them; --dry-run prints its statements",
  )
}

function printFinding({ severity, code, place, why, fix, duplicates = [] }: PrintedFinding): void {
  printParts(
    [severity === "error" ? "red" : "yellow", severity],
    ` ${code}`,
    ["bold", place && ` ${place}`],
    `: ${why}`,
  )
  for (const line of [...fixLines(fix), ...duplicates]) printParts(line)
}

/** The lines that print fixes. A statement may have several lines. */
export const fixLines = (fixes: readonly string[]): string[] =>
  fixes.flatMap((fix) => fix.split("\n").map((line, index) => `  ${index === 0 ? "fix:" : "    "} ${line}`))
