/**
 * Finds users whose stored email is not in canonical form, so that a lookup by the canonical form misses them. The
 * database selects the addresses that may not be canonical, a page of users at a time; each is compared with its canonical form
 * here. Two addresses collide if they have the same canonical form: a person must merge such users.
 */
import { canonicalEmail } from "../../../contract/canonical-email.ts"
import type { FoundTable } from "../../../sql/introspection/found-table.ts"
import { findFoundColumn } from "../../../sql/introspection/referenced-column.ts"
import type { ColumnSpec } from "../../../sql/tables/table-spec.ts"
import type { ModelTable } from "../compile/tables.ts"
import { readEmailPages } from "./email-pages.ts"
import type { Problem } from "./fix.ts"
import type { Migration } from "./migration.ts"

const emailsPerQuery = 200

type Emails = {
  /** How many rows have each canonical form, of those that do not store it. */
  readonly forms: ReadonlyMap<string, number>
  /** Whether lower case is all that they lack. */
  readonly differInCaseOnly: boolean
  /** How many users were read. */
  readonly read: number
}

export async function emailProblems(migration: Migration, tables: readonly FoundTable[]): Promise<Problem[]> {
  const { schema, specs } = migration
  const spec = specs.find(({ model }) => model.name === "user")
  const email = spec?.columns.find(({ field }) => field.name === "email")
  if (schema.email === "exact" || !spec || !email || !canRead(migration, spec, email, tables)) return []
  const emails = await readForms(migration, spec, email)
  const { forms, differInCaseOnly } = emails
  const rows = [...forms.values()].reduce((sum, count) => sum + count, 0)
  if (rows === 0) return []
  const collisions = await countCollisions(migration, spec, email, emails)
  const { quote, quoteTable, lower, asBytes } = migration.dialect
  const column = quote(email.column)
  const update = `UPDATE ${quoteTable(spec.table)} SET ${column} = ${lower(column)} WHERE ${asBytes?.(column) ?? column} <> ${lower(column)}`
  return [
    {
      code: "legacy_emails",
      spec,
      column: email.column,
      severity: schema.email === "legacy" ? "warning" : "error",
      rows,
      ...explain(`${spec.title}.${email.column}`, rows, collisions, schema.email === "legacy"),
      by: "hand",
      statements: collisions === 0 && differInCaseOnly ? [update] : [],
    },
  ]
}

/** Whether the table has an id and a text column for the email. If not, another problem says so. */
function canRead(
  { introspection }: Migration,
  spec: ModelTable,
  email: ColumnSpec,
  tables: readonly FoundTable[],
): boolean {
  const columnNamed = (name: string) => findFoundColumn(introspection, tables, spec.table, name)
  const existing = columnNamed(email.column)
  if (!existing || !spec.primaryKey.every(columnNamed)) return false
  return !introspection.checkColumn(email, existing).some(({ code }) => code === "wrong_type")
}

async function readForms(migration: Migration, spec: ModelTable, email: ColumnSpec): Promise<Emails> {
  const { dialect, introspection } = migration
  const forms = new Map<string, number>()
  let differInCaseOnly = true
  const condition = [introspection.mayNotBeCanonical(dialect.quote(email.column))]
  const read = await readEmailPages(migration, spec, email, condition, 0, (address) => {
    const form = canonicalEmail(address)
    if (form === address) return
    forms.set(form, (forms.get(form) ?? 0) + 1)
    if (!/^[!-~]+$/.test(address)) differInCaseOnly = false
  })
  return { forms, differInCaseOnly, read }
}

/** How many canonical forms belong to several rows, whether these store the canonical form or another. */
async function countCollisions(
  migration: Migration,
  spec: ModelTable,
  email: ColumnSpec,
  { forms, read }: Emails,
): Promise<number> {
  const { ask, dialect } = migration
  const column = dialect.quote(email.column)
  const collisions = new Set([...forms].flatMap(([form, count]) => (count > 1 ? [form] : [])))
  const collect = (address: string) => {
    if (forms.has(address)) collisions.add(address)
  }
  const all = [...forms.keys()]
  if (all.length > emailsPerQuery) {
    // The column may lack an index: each of many queries would read the whole table.
    await readEmailPages(migration, spec, email, [], read, collect)
    return collisions.size
  }
  const places = all.map((_, index) => dialect.parameter(index + 1)).join(", ")
  const rows = await ask(
    `SELECT ${column} FROM ${dialect.quoteTable(spec.table)} WHERE ${column} IN (${places})`,
    all,
  )
  // A collation can also return addresses that only resemble these.
  for (const [stored] of rows) collect(String(dialect.decode("text", stored)))
  return collisions.size
}

function explain(place: string, rows: number, collisions: number, isLegacy: boolean) {
  const [these, hold] = rows === 1 ? ["1 row", "holds"] : [`${rows} rows`, "hold"]
  const effect = isLegacy
    ? "getUserByEmail finds them only by a slower lookup without regard to case"
    : "getUserByEmail does not find these users, and a second user can be created with the same email"
  const shared =
    collisions === 0
      ? ""
      : ` ${collisions === 1 ? "1 canonical form belongs" : `${collisions} canonical forms belong`} to several users.`
  const alternative = isLegacy ? "" : ', or use email: "legacy" or email: "exact" in defineSchema'
  return {
    why: `${these} of ${place} ${hold} an email that is not in canonical form: ${effect}.${shared}`,
    advice:
      collisions === 0
        ? `Fix: store canonicalEmail(email) of mortise in these rows (the statement in fix does it where only the case differs)${alternative}.`
        : `Fix: merge the users who share a form, then store canonicalEmail(email) of mortise in the rows that are left${alternative}.`,
  }
}
