import { MortiseError } from "../../contract/errors.ts"
import type { Step } from "../driver.ts"
import type { FindingCode } from "../introspection/drift.ts"
import { unpreparedStatement } from "../statement.ts"

/** One statement of a migration. */
export type PlannedStep = {
  readonly statement: string
  readonly why: string
  /** For a statement that is run once per row: the number of rows. */
  readonly rows?: number
}

// A new table refers to keys of existing tables, and a foreign key to tables and keys, so these are added first.
const stages: readonly FindingCode[] = [
  "missing_column",
  "missing_key",
  "missing_table",
  "missing_index",
  "missing_email_index",
  "missing_foreign_key",
  "missing_policy",
]

/** The problems that `migrate` solves, in the order of its statements. */
export const planOrder = <P extends { readonly by: "migrate" | "hand"; readonly code: FindingCode }>(
  problems: readonly P[],
): P[] =>
  problems
    .filter(({ by }) => by === "migrate")
    .sort((a, b) => stages.indexOf(a.code) - stages.indexOf(b.code))

/** Throws the reasons for a migration to change nothing. */
export function throwIfRefused(
  refusals: readonly { readonly what: string; readonly why: string }[],
  effect = "changed nothing",
): void {
  if (refusals.length === 0) return
  const list = refusals.map(({ what, why }) => `- ${what}: ${why}`)
  throw new MortiseError(
    "conflict",
    `migrate ${effect}, because the database must be fixed first:\n${list.join("\n")}`,
    { operation: "migrate" },
  )
}

/** A step that is run once, without values. */
export const unpreparedStep = (text: string): Step => [unpreparedStatement(text), []]
