import type { TenantWall } from "../../../contract/tenants.ts"
import { throwInvalid } from "../../../contract/throw-invalid.ts"
import type { OpenStore, StoreDefinition, StoreWall } from "../../../operations/store.ts"
import type { SqlClient } from "../../../sql/sql-client.ts"
import type { Timing } from "../../../sql/timing.ts"
import type { TableWall } from "../compile/tables.ts"
import { findPolicyProblems, policyTexts } from "./policies.ts"
import { createTenantDrivers, roundTrips } from "./tenant-drivers.ts"

export type { TenantWall } from "../../../contract/tenants.ts"

// The factories of ORMs work in the transactions of their callers, where a setting would outlive the statement.
const factories = new Set(["pgAdapter", "postgresAdapter", "pgliteAdapter", "neonAdapter", "bunSqlAdapter"])

/** A store on PostgreSQL, with what its factory knows of its client. */
type PostgresDefinition = StoreDefinition & {
  readonly migration: Timing & Pick<SqlClient, "factory" | "engine">
  open(tenant: string | undefined, timing: Timing): OpenStore
}

function isEnclosable(definition: StoreDefinition): definition is PostgresDefinition {
  const { factory, engine, driver } = Object(definition.migration) as Partial<PostgresDefinition["migration"]>
  return (
    factories.has(factory ?? "") && engine?.dialect.family === "postgres" && driver?.isJoined?.() !== true
  )
}

const tables: TableWall = { buildTexts: policyTexts, findProblems: findPolicyProblems }

const wall: StoreWall = {
  enclose(definition) {
    if (!isEnclosable(definition))
      throwInvalid(
        "rowLevelSecurity needs PostgreSQL, without an ORM and outside your transactions: pass it to pgAdapter, postgresAdapter, pgliteAdapter, neonAdapter or bunSqlAdapter.",
      )
    const { driver, runTimed } = definition.migration
    const { driverFor } = createTenantDrivers(driver)
    return {
      ...definition,
      open: (tenant) => definition.open(tenant, { driver: driverFor(tenant as string), runTimed }),
      roundTrips,
      migration: { ...definition.migration, wall: tables },
    }
  },
}

/**
 * A second wall between tenants, which PostgreSQL keeps: row-level security. Pass it as `tenants`. Each statement then runs
 * in a transaction that names its tenant, and the policies that `migrate` creates hide all other rows. Connect as a role
 * that is no superuser and has no BYPASSRLS; `npx mortise doctor` checks this.
 *
 * @example
 * ```ts no-run: needs a server
 * import { Pool } from "pg"
 * import { pgAdapter } from "mortise/pg"
 * import { rowLevelSecurity } from "mortise/row-level-security"
 *
 * const forTenant = pgAdapter(new Pool(), { tenants: rowLevelSecurity })
 * console.log(await forTenant("acme").getUserByEmail("ada@example.com"))
 * ```
 */
export const rowLevelSecurity: TenantWall = wall as unknown as TenantWall
