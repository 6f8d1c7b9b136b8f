import { throwInvalid } from "../../contract/throw-invalid.ts"
import type { AuthColumn, AuthTable } from "../schema/auth-table.ts"
import type { AuthTables, BetterAuthInstance } from "./auth-tables.ts"

/** A row as it is stored, by Better Auth's names of fields. */
export type BetterAuthRow = Readonly<Record<string, unknown>>

/**
 * How an existing row gets the value of a new required field: a constant, an SQL expression over the columns of its
 * table, or a function of the row. A row for which it is null or undefined stays without a value.
 */
export type FillRule =
  | string
  | number
  | boolean
  | Date
  | { readonly sql: string }
  | ((row: BetterAuthRow) => unknown)

/** Rules by model and field, as Better Auth names them: `{ "account.issuer": "local:credential" }`. */
export type FillRules = Readonly<Record<string, FillRule>>

/** Throws for a rule that no field can use. */
export function checkRules(rules: FillRules, tables: readonly AuthTable[]): void {
  const names = tables.flatMap(({ model, columns }) => columns.map(({ field }) => `${model}.${field}`))
  for (const [name, rule] of Object.entries(rules)) {
    if (!names.includes(name))
      throwInvalid(`fill: no table has the field ${name}. Write the model and the field: "account.issuer".`)
    const isSql =
      typeof rule === "object" && typeof (rule as { readonly sql?: unknown } | null)?.sql === "string"
    if (
      !isSql &&
      !(rule instanceof Date) &&
      !["string", "number", "boolean", "function"].includes(typeof rule)
    )
      throwInvalid(
        `fill: the rule of ${name} must be a text, a number, a boolean, a Date, { sql: "an expression" }, or a function of the row.`,
      )
  }
}

/** The rule of a column: the caller's, the default that the field declares, or one that is known. */
export async function findRule(
  { schema, auth }: Pick<AuthTables, "schema" | "auth">,
  { model }: AuthTable,
  { field }: AuthColumn,
  rules: FillRules,
): Promise<FillRule | undefined> {
  const rule = rules[`${model}.${field}`]
  if (rule !== undefined) return rule
  const byDefault = schema[model]?.fields[field]?.defaultValue
  if (typeof byDefault === "function") return () => byDefault()
  if (byDefault !== undefined && byDefault !== null) return () => byDefault
  return model === "account" && field === "issuer" ? issuerRule(auth) : undefined
}

/** What is read of a provider: Better Auth 1.7.0 to 1.7.2 found accounts by an issuer. */
type Provider = { readonly id: string; readonly accountIssuer?: unknown }

/**
 * The issuers that Better Auth 1.7.0 to 1.7.2 looks accounts up by. A provider that computes its issuer from a profile,
 * and one that is not configured, needs a rule of the caller.
 */
async function issuerRule(auth: BetterAuthInstance | undefined): Promise<FillRule> {
  const context: { readonly socialProviders?: readonly Provider[] } = Object(await Object(auth).$context)
  const issuers = new Map<unknown, unknown>([
    ["credential", "local:credential"],
    ["siwe", "local:siwe"],
  ])
  for (const { id, accountIssuer = `local:oauth:${encodeURIComponent(id)}` } of context.socialProviders ?? [])
    if (typeof accountIssuer === "string") issuers.set(id, accountIssuer)
  return ({ providerId }) => issuers.get(providerId)
}
