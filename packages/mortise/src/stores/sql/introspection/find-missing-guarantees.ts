import type { Guarantee } from "../../../contract/guarantees.ts"
import type { ModelName } from "../../../contract/models.ts"
import type { Schema } from "../../../contract/schema.ts"
import type { Drift } from "../../../sql/introspection/drift.ts"
import type { FoundTable } from "../../../sql/introspection/found-table.ts"
import type { Introspection } from "../../../sql/introspection/introspection.ts"
import { findColumn } from "../compile/columns.ts"
import type { ModelComparison, ModelTable } from "../compile/tables.ts"
import { compareModel } from "./compare-model.ts"

/** The guarantees that tables lack. */
export function findMissingGuarantees(
  schema: Schema,
  specs: readonly ModelTable[],
  tables: readonly FoundTable[],
  introspection: Introspection,
): readonly Guarantee[] {
  const { foldName } = introspection
  const lacking = new Set<Guarantee>(
    specs.flatMap((spec) => {
      const comparison = compareModel(spec, tables, introspection)
      return [
        ...comparison.drifts.flatMap((drift) => findLack(comparison, drift) ?? []),
        ...listLimits(comparison, foldName),
      ]
    }),
  )
  if (!findColumn(schema.models.account, "expires_in")) lacking.add("expires_in")
  if (schema.missingGuarantees.includes("milliseconds")) lacking.add("milliseconds")
  return [...lacking]
}

const uniqueness: Partial<Record<ModelName, Guarantee>> = {
  account: "unique_accounts",
  session: "unique_sessions",
  verificationToken: "unique_tokens",
}

/** The guarantee that a difference takes away. */
function findLack({ spec: { model, uniques } }: ModelComparison, drift: Drift): Guarantee | undefined {
  switch (drift.code) {
    case "missing_table":
      return model.name === "authenticator" ? "passkeys" : undefined
    case "missing_key":
      return uniques.includes(drift.columns) && model.name === "user"
        ? "unique_emails"
        : uniqueness[model.name]
    case "missing_foreign_key":
      return "foreign_keys"
    case "folding_collation":
      return "byte_exact_keys"
    case "small_number":
      return "large_numbers"
    case "short_column":
      return drift.column.field.kind === "date" ? "milliseconds" : "long_text"
    case "wrong_type":
      return drift.fault.severity === "warning" && drift.column.field.kind === "date"
        ? "far_dates"
        : undefined
    default:
      return undefined
  }
}

/** What a table refuses although the contract allows it. */
function listLimits({ spec, existing }: ModelComparison, foldName: (name: string) => string): Guarantee[] {
  const { name } = spec.model
  const isUnique = (field: string) => {
    const column = foldName(findColumn(spec.model, field).column)
    return existing?.indexes.some(
      ({ isUnique, columns }) => isUnique && columns.length === 1 && foldName(columns[0] ?? "") === column,
    )
  }
  if (name === "verificationToken" && isUnique("token")) return ["same_token_two_identifiers"]
  if (name === "account" && isUnique("userId")) return ["several_accounts"]
  const email = name === "user" ? foldName(findColumn(spec.model, "email").column) : undefined
  const isRequired = existing?.columns.some((column) => foldName(column.name) === email && column.notNull)
  return isRequired ? ["users_without_email"] : []
}
