import { groupNamed, groupRows, numberedColumns, type Rows } from "../../../introspection/catalog-rows.ts"
import type { FoundForeignKey, FoundIndex, FoundTable } from "../../../introspection/found-table.ts"
import type { Ask } from "../../../introspection/introspection.ts"
import { postgresDialect } from "../dialect.ts"
import { textArray } from "../text-array.ts"

const named = "(SELECT DISTINCT unnest($1::text[])) wanted(name)"
// If several schemas have a table with that name, this selects the one that a statement without a schema uses. A name
// with a dot can have a schema: `auth.user`.
const onSearchPath =
  "coalesce(to_regclass(quote_ident(wanted.name)), to_regclass((SELECT string_agg(quote_ident(part), '.') FROM unnest(string_to_array(wanted.name, '.')) part)))"
const inPgSchema =
  "(SELECT k.oid FROM pg_class k JOIN pg_namespace n ON n.oid = k.relnamespace WHERE n.nspname = $2 AND k.relname = wanted.name)"

// A name without a schema is created in the first schema of the search path, and found in each of them.
const inLaterSchema =
  "(c.relname = wanted.name AND c.relnamespace IS DISTINCT FROM (SELECT oid FROM pg_namespace WHERE nspname = current_schema()))::text"

// The type of a column: that of its values, if it is a domain.
const typed =
  "JOIN LATERAL (WITH RECURSIVE base(oid, modifier) AS (SELECT a.atttypid, a.atttypmod UNION ALL SELECT d.typbasetype, d.typtypmod FROM base JOIN pg_type d ON d.oid = base.oid AND d.typtype = 'd') SELECT base.oid, base.modifier FROM base JOIN pg_type d ON d.oid = base.oid AND d.typtype <> 'd') v ON true JOIN pg_type t ON t.oid = v.oid"

// Everything is cast to text, so that no type parser of the client applies.
function queriesFor(oid: string) {
  const wanted = `${named} JOIN pg_class c ON c.relkind IN ('r', 'p') AND c.oid = ${oid}`
  // The name under which a table was asked for, or else its own with its schema.
  const referenced = `coalesce((SELECT min(wanted.name) FROM ${named} WHERE ${oid} = r.oid), r.relnamespace::regnamespace || '.' || r.relname)`
  return {
    columns: `SELECT ${numberedColumns("wanted.name", "a.attname::text", `replace(format_type(v.oid, v.modifier), '"', '')`, "a.attnotnull::text", "(a.atthasdef OR a.attidentity <> '' OR a.attgenerated <> '')::text", "(t.typname = 'citext' OR NOT coalesce(o.collisdeterministic, true))::text", inLaterSchema)} FROM ${wanted} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped ${typed} LEFT JOIN pg_collation o ON o.oid = a.attcollation ORDER BY a.attnum`,
    indexes: `SELECT ${numberedColumns("wanted.name", "i.relname::text", "x.indisunique::text", "(x.indpred IS NULL AND x.indexprs IS NULL AND x.indisvalid)::text", "a.attname::text", "CASE WHEN x.indpred IS NULL AND x.indisvalid AND x.indisunique AND x.indnkeyatts = 1 THEN pg_get_expr(x.indexprs, x.indrelid) END")} FROM ${wanted} JOIN pg_index x ON x.indrelid = c.oid JOIN pg_class i ON i.oid = x.indexrelid JOIN LATERAL generate_series(0, x.indnkeyatts - 1) nth ON true LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[nth] AND a.attnum <> 0 ORDER BY i.relname, nth`,
    foreignKeys: `SELECT ${numberedColumns("wanted.name", "k.conname::text", referenced, "a.attname::text", "b.attname::text", "(k.confdeltype = 'c')::text")} FROM ${wanted} JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'f' JOIN pg_class r ON r.oid = k.confrelid JOIN LATERAL generate_subscripts(k.conkey, 1) nth ON true JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[nth] JOIN pg_attribute b ON b.attrelid = r.oid AND b.attnum = k.confkey[nth] ORDER BY k.conname, nth`,
  }
}

const [visible, placed] = [queriesFor(onSearchPath), queriesFor(inPgSchema)]

export const foldName = (name: string): string => name

/** Reads tables by name from the system catalog. */
export async function readTables(
  ask: Ask,
  names: readonly string[],
  pgSchema?: string,
): Promise<FoundTable[]> {
  const queries = pgSchema === undefined ? visible : placed
  const list = [textArray(names), ...(pgSchema === undefined ? [] : [pgSchema])]
  const columns = await ask(queries.columns, list)
  const indexes = await ask(queries.indexes, list)
  const foreignKeys = await ask(queries.foreignKeys, list)
  return groupRows(columns).map(([table, rows]) => ({
    table,
    ...(pgSchema === undefined && rows[0]?.[5] === "true" && { isInLaterSchema: true }),
    columns: rows.map(([name, type, notNull, hasDefault, hasFoldingCollation]) => ({
      name: String(name),
      type: String(type),
      definition: String(type),
      notNull: notNull === "true",
      hasDefault: hasDefault === "true",
      hasFoldingCollation: hasFoldingCollation === "true",
    })),
    indexes: groupRows(groupNamed(indexes, table)).map(foundIndex),
    lowerUniques: groupNamed(indexes, table).flatMap(([, , , , expression]) => lowerColumn(expression) ?? []),
    foreignKeys: groupRows(groupNamed(foreignKeys, table)).map(foundForeignKey),
    definitions: [],
  }))
}

/** Not `IF NOT EXISTS` alone: PostgreSQL refuses that to a role that may not create schemas, even if the schema exists. */
export async function createPgSchema(ask: Ask, pgSchema: string): Promise<string[]> {
  const [row] = await ask("SELECT 1 FROM pg_namespace WHERE nspname = $1", [pgSchema])
  return row ? [] : [`CREATE SCHEMA IF NOT EXISTS ${postgresDialect.quote(pgSchema)}`]
}

/** The column in `lower(email)` or `lower((email)::text)`. */
function lowerColumn(expression: unknown): string | undefined {
  const column = /^lower\(\(*("(?:[^"]|"")+"|\w+)\)*(?:::[\w ]+)?\)$/.exec(String(expression))?.[1]
  return column?.startsWith('"') ? column.slice(1, -1).replaceAll('""', '"') : column
}

const foundIndex = ([name, parts]: [string, Rows]): FoundIndex => ({
  name,
  columns: parts.every(([, isWhole]) => isWhole === "true")
    ? parts.map(([, , column]) => String(column))
    : [],
  isUnique: parts.every(([isUnique]) => isUnique === "true"),
})

const foundForeignKey = ([name, parts]: [string, Rows]): FoundForeignKey => ({
  name,
  columns: parts.map(([, column]) => String(column)),
  table: String(parts[0]?.[0]),
  references: parts.map(([, , column]) => String(column)),
  cascades: parts[0]?.[3] === "true",
})
