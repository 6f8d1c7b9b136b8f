import { defaultSchema } from "../../../src/contract/build-schema.ts"
import { postgresDialect } from "../../../src/sql/engines/postgres/dialect.ts"
import { toModelTables } from "../../../src/stores/sql/compile/tables.ts"
import { addTenants } from "../../../src/stores/sql/compile/tenant-schema.ts"
import { policyTexts } from "../../../src/stores/sql/row-level-security/policies.ts"
import { type Engine, newDatabase } from "../../support/engines.ts"

/** The roles that may read and write all tables. */
export const roles = {
  /** Row-level security applies to it. */
  app: "mortise_app",
  bypassing: "mortise_bypassing",
} as const

const createRole = (name: string, options: string) =>
  `DO $$ BEGIN CREATE ROLE ${name} LOGIN ${options}; EXCEPTION WHEN duplicate_object THEN NULL; END $$`

const { quoteTable } = postgresDialect
const specs = toModelTables(addTenants(defaultSchema()), postgresDialect)

/** The URL of a database for a role. */
export const urlOf = (url: string, role: string): string =>
  Object.assign(new URL(url), { username: role }).href

/** A new database with the tables of tenants and their policies. The application's role owns the tables. */
export async function newWalledDatabase(
  engine: Pick<Engine, "createTables" | "execute">,
  server: Parameters<typeof newDatabase>[1],
): Promise<string> {
  const url = await newDatabase(engine, server, addTenants(defaultSchema()))
  await engine.execute(
    url,
    createRole(roles.app, ""),
    createRole(roles.bypassing, "BYPASSRLS"),
    `GRANT ALL ON SCHEMA public TO ${roles.app}, ${roles.bypassing}`,
    ...specs.flatMap((spec) => [
      ...policyTexts(spec, postgresDialect),
      `ALTER TABLE ${quoteTable(spec.table)} OWNER TO ${roles.app}`,
      `GRANT ALL ON ${quoteTable(spec.table)} TO ${roles.bypassing}`,
    ]),
  )
  return url
}
