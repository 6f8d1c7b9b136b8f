import { throwInvalid } from "../../contract/throw-invalid.ts"
import { mortise } from "../../shared/mortise-command.ts"
import type { DatabaseSource } from "../database-source.ts"
import type { AuthSchema } from "../schema/auth-table.ts"
import { openTables } from "./auth-tables.ts"
import { findProblems } from "./find-problems.ts"
import { planAdditions } from "./plan-additions.ts"

/** A file that Better Auth's command line writes. */
export type SchemaFile = { readonly code: string; readonly path: string; readonly overwrite: boolean }

/**
 * The SQL that creates what the database lacks, for `npx auth generate`. The ORMs' own tools can run it as a migration.
 * The text is empty if nothing is missing.
 */
export async function createSchema(
  source: DatabaseSource,
  options: object,
  { file, tables }: { readonly file?: string | undefined; readonly tables: AuthSchema },
): Promise<SchemaFile> {
  if (source.readTenant) throwInvalid(`It knows no tenants: run ${mortise} migrate --better-auth.`)
  const opened = await openTables(source, options, tables, "createSchema")
  const problems = await findProblems(opened)
  const { additions, refusals } = planAdditions(problems)
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14)
  const lines = [
    ...refusals.map(({ what, why }) => `-- Not included: ${what}: ${why}`),
    ...additions.map(({ statement }) => `${statement};`),
    ...problems.flatMap(({ gap, table }) =>
      gap?.rows
        ? [`-- Values of ${table.table}.${gap.column.column}: run ${mortise} migrate --better-auth.`]
        : [],
    ),
  ]
  return {
    code: lines.length > 0 ? `${lines.join("\n\n")}\n` : "",
    path: file ?? `./better-auth_migrations/${stamp}.sql`,
    overwrite: true,
  }
}
