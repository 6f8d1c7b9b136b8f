import type { Dialect } from "../../../sql/dialect.ts"
import type { ModelTable, WalledTables, WallProblem } from "../compile/tables.ts"

const policy = "mortise_tenant"
const condition = "tenant = current_setting('mortise.tenant', true)"
// As PostgreSQL writes it.
const storedCondition = "(tenant = current_setting('mortise.tenant'::text, true))"

const effect = "a statement without its tenant sees the rows of all tenants."

/** What a table of PostgreSQL has of row-level security. */
type FoundPolicies = {
  readonly isEnabled: boolean
  readonly isForced: boolean
  /** The permissive policies. A row is visible if one of them allows it. */
  readonly policies: readonly { readonly name: string; readonly isWhole: boolean }[]
}

const nameTable = ({ table }: ModelTable, { quoteTable }: Dialect): string =>
  `ALTER TABLE ${quoteTable(table)}`

const createPolicy = ({ table }: ModelTable, { quote, quoteTable }: Dialect): string =>
  `CREATE POLICY ${quote(policy)} ON ${quoteTable(table)} USING (${condition}) WITH CHECK (${condition})`

const dropPolicy = (name: string, { table }: ModelTable, { quote, quoteTable }: Dialect): string =>
  `DROP POLICY ${quote(name)} ON ${quoteTable(table)}`

/** The statements that hide the rows of other tenants, even from the owner of the table, if `found` lacks them. */
export function policyTexts(
  spec: ModelTable,
  dialect: Dialect,
  { isEnabled, isForced, policies }: FoundPolicies = { isEnabled: false, isForced: false, policies: [] },
): string[] {
  const alter = nameTable(spec, dialect)
  return [
    ...(isEnabled ? [] : [`${alter} ENABLE ROW LEVEL SECURITY`]),
    ...(isForced ? [] : [`${alter} FORCE ROW LEVEL SECURITY`]),
    ...(policies.some(({ name }) => name === policy) ? [] : [createPolicy(spec, dialect)]),
  ]
}

/** What tables lack of the policies, and why they may not apply to the role of the connection. */
export async function findPolicyProblems(tables: WalledTables): Promise<WallProblem[]> {
  const problems: WallProblem[] = []
  for (const spec of tables.specs) {
    const found = await readPolicies(spec, tables)
    problems.push(...missingParts(spec, tables, found), ...openPolicies(spec, tables, found))
  }
  return [...problems, ...(await findBypass(tables))]
}

async function readPolicies(
  spec: ModelTable,
  { ask, dialect }: WalledTables,
): Promise<FoundPolicies | undefined> {
  const rows = await ask(
    `SELECT c.relrowsecurity::text AS enabled, c.relforcerowsecurity::text AS forced, p.polname::text AS name, (p.polcmd = '*' AND p.polroles = '{0}')::text AS whole, pg_get_expr(p.polqual, c.oid) AS visible, pg_get_expr(p.polwithcheck, c.oid) AS storable FROM pg_class c LEFT JOIN pg_policy p ON p.polrelid = c.oid AND p.polpermissive WHERE c.oid = to_regclass($1) ORDER BY 3`,
    [dialect.quoteTable(spec.table)],
  )
  const [first] = rows
  return (
    first && {
      isEnabled: first[0] === "true",
      isForced: first[1] === "true",
      policies: rows
        .filter(([, , name]) => name !== null)
        .map(([, , name, whole, visible, storable]) => ({
          name: String(name),
          isWhole: whole === "true" && visible === storedCondition && storable === storedCondition,
        })),
    }
  )
}

function missingParts(
  spec: ModelTable,
  { dialect }: WalledTables,
  found: FoundPolicies | undefined,
): WallProblem[] {
  const statements = policyTexts(spec, dialect, found)
  if (statements.length === 0) return []
  const isUnforced = statements.length === 1 && found && !found.isForced
  return [
    {
      code: "missing_policy",
      spec,
      severity: "error",
      why: isUnforced
        ? `${spec.title} does not force row-level security, so it does not apply to the owner of the table: ${effect}`
        : `${spec.title} has no row-level security for tenants: ${effect}`,
      advice: "Fix: run migrate.",
      by: "migrate",
      statements,
    },
  ]
}

/** Policies that show other rows, too. */
const openPolicies = (
  spec: ModelTable,
  { dialect }: WalledTables,
  found: FoundPolicies | undefined,
): WallProblem[] =>
  (found?.policies ?? [])
    .filter(({ name, isWhole }) => name !== policy || !isWhole)
    .map(({ name }) => ({
      code: "open_policy",
      spec,
      severity: "error",
      why: `The policy ${name} of ${spec.title} is not that of migrate, and rows that one policy allows are visible: tenants may see rows of others.`,
      advice: "Fix: run the statements in fix, in order.",
      by: "hand",
      statements: [
        dropPolicy(name, spec, dialect),
        ...(name === policy ? [createPolicy(spec, dialect)] : []),
      ],
    }))

/** Superusers and roles with BYPASSRLS see every row. */
async function findBypass({ ask, specs, dialect }: WalledTables): Promise<WallProblem[]> {
  const [row = []] = await ask(
    "SELECT rolname::text AS name, rolsuper::text AS super, rolbypassrls::text AS bypass FROM pg_roles WHERE rolname = current_user",
  )
  const [name, isSuper, isBypassing] = [String(row[0]), row[1] === "true", row[2] === "true"]
  if (!isSuper && !isBypassing) return []
  return specs.slice(0, 1).map((spec) => ({
    code: "bypassed_policies",
    spec,
    severity: "error",
    why: `The role ${name} of this connection ${isSuper ? "is a superuser" : "has BYPASSRLS"}, so row-level security does not apply to it: ${effect}`,
    advice: isSuper
      ? "Fix: connect the application as a role without SUPERUSER and BYPASSRLS that may read and write the tables. Only migrate may use this role."
      : "Fix: run the statements in fix, or connect as another role.",
    by: "hand",
    statements: isSuper ? [] : [`ALTER ROLE ${dialect.quote(name)} NOBYPASSRLS`],
  }))
}
