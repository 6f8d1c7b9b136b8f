import { MortiseError } from "../../../contract/errors.ts"
import type { Guarantee } from "../../../contract/guarantees.ts"
import { internals } from "../../../contract/internals.ts"
import type { StoreManifest } from "../../../contract/manifest.ts"
import type { Schema } from "../../../contract/schema.ts"
import { withRetry } from "../../../operations/retry.ts"
import type { EngineName } from "../../../schema/engine-name.ts"
import type { Driver, RunTimed } from "../../../sql/driver.ts"
import type { Engine } from "../../../sql/engine.ts"
import { migrationError } from "../../../sql/errors/migration-error.ts"
import type { ReplicationClient } from "../../../sql/introspection/introspection.ts"
import { connectTables, type TableConnection } from "../../../sql/migration/connect-tables.ts"
import { statement } from "../../../sql/statement.ts"
import { type ModelTable, type TableWall, toModelTables } from "../compile/tables.ts"

/** The progress of a long task: how many emails were read, or how many rows got a default. */
export type MigrationProgress = { readonly what: "emails" | "defaults"; readonly rows: number }

/** What `plan`, `migrate` and `inspect` work with. */
export type Migration = TableConnection & {
  readonly schema: Schema
  /** The tables that the adapter needs, users first. */
  readonly specs: readonly ModelTable[]
  /** What keeps tenants apart besides the keys. */
  readonly wall: TableWall | undefined
  readonly client: ReplicationClient
  /** What the client's own options put at risk. */
  readonly hazard: string | undefined
  /** The name of the ORM that the adapter works through. */
  readonly orm: string | undefined
  onProgress(progress: MigrationProgress): void
  /** Stores which guarantees the tables lack, for the manifest of the adapter. */
  setMissingGuarantees(missingGuarantees: readonly Guarantee[]): void
}

type Parts = {
  /** The name of the factory that made the adapter. */
  readonly factory: string
  readonly schema: Schema
  readonly engine: Engine
  readonly driver: Driver
  readonly runTimed: RunTimed | undefined
  readonly detectEngine?: (driver: Driver) => Promise<Engine>
  readonly setMissingGuarantees: Migration["setMissingGuarantees"]
  readonly cancelledReplicationWaits: (() => StoreManifest["cancelledReplicationWaits"]) | undefined
  readonly hazard: string | undefined
  readonly wall: Migration["wall"]
}

/** The ORM of an adapter, with what describes its tables. */
export type OrmClient = { readonly orm: string; readonly schema: Schema; readonly engine: EngineName }

/** The ORM that an adapter works through; undefined for plain clients. */
export function ormClient(adapter: object): OrmClient | undefined {
  const parts = internals(Object(adapter))?.migration as Parts | undefined
  const orm = parts?.schema.managed?.by ?? orms[parts?.factory ?? ""]
  return parts && orm !== undefined
    ? { orm, schema: parts.schema, engine: parts.engine.dialect.family }
    : undefined
}

const orms: Readonly<Record<string, string>> = {
  drizzleAdapter: "Drizzle",
  prismaAdapter: "Prisma",
  kyselyAdapter: "Kysely",
  typeormAdapter: "TypeORM",
  sequelizeAdapter: "Sequelize",
  knexAdapter: "Knex",
  mikroOrmAdapter: "MikroORM",
}

const firstQuestion = statement("SELECT 1")

/** Opens an adapter for a migration. Throws `missing_operation` for an adapter without tables. */
export async function openMigration(
  adapter: object,
  operation: string,
  onProgress: Migration["onProgress"] = () => {},
): Promise<Migration> {
  const parts = internals(Object(adapter))?.migration as Parts | undefined
  if (!parts) throw noTablesError(operation, internals(Object(adapter))?.halves !== undefined)
  const { schema, driver, runTimed, setMissingGuarantees, wall } = parts
  // A server that does not answer is reported before anything else is asked or changed.
  if (runTimed)
    await runTimed(driver, (timed) =>
      withRetry(
        () => timed.run(firstQuestion, []),
        () => {},
        (error) => migrationError(parts.engine.dialect, operation, error),
        timed,
      ),
    )
  const connection = await connectTables(parts, operation)
  return {
    ...connection,
    schema,
    wall,
    specs: toModelTables(schema, connection.dialect),
    client: { hidesCancelledWaits: parts.cancelledReplicationWaits?.() === "hidden" },
    hazard: parts.hazard,
    orm: ormClient(adapter)?.orm,
    onProgress,
    setMissingGuarantees,
  }
}

const noTablesError = (operation: string, isSplit: boolean): MortiseError =>
  new MortiseError(
    "missing_operation",
    isSplit
      ? `${operation}: this adapter is split. Pass the adapter of users or of sessions, whichever has tables.`
      : `${operation}: this adapter has no tables. Pass an adapter for a SQL client, such as libsqlAdapter(client); other stores need no migration.`,
    { operation },
  )
