import { MortiseError } from "../../../contract/errors.ts"
import type { Guarantee } from "../../../contract/guarantees.ts"
import { internals } from "../../../contract/internals.ts"
import type { StoreManifest } from "../../../contract/manifest.ts"
import type { Schema } from "../../../contract/schema.ts"
import { withRetry } from "../../../operations/retry.ts"
import type { EngineName } from "../../../schema/engine-name.ts"
import type { Dialect } from "../../../sql/dialect.ts"
import type { Driver, Result, RunTimed, Step } from "../../../sql/driver.ts"
import type { Engine } from "../../../sql/engine.ts"
import { migrationError } from "../../../sql/errors/migration-error.ts"
import type { Ask, Introspection, ReplicationClient } from "../../../sql/introspection/introspection.ts"
import { statement } from "../../../sql/statement.ts"
import { type ModelTable, toModelTables } from "../compile/tables.ts"

/** The progress of a long task: how many emails were read, or how many rows got a default. */
export type MigrationProgress = { readonly what: "emails" | "defaults"; readonly rows: number }

/** What `plan`, `migrate` and `inspect` work with. */
export type Migration = {
  readonly schema: Schema
  readonly dialect: Dialect
  readonly introspection: Introspection
  /** The tables that the adapter needs, users first. */
  readonly specs: readonly ModelTable[]
  readonly ask: Ask
  readonly client: ReplicationClient
  /** What the client's own options put at risk. */
  readonly hazard: string | undefined
  /** The name of the ORM that the adapter works through. */
  readonly orm: string | undefined
  onProgress(progress: MigrationProgress): void
  /** Stores which guarantees the tables lack, for the manifest of the adapter. */
  setMissingGuarantees(missingGuarantees: readonly Guarantee[]): void
  /** Runs steps in one transaction, with retries while the database is busy. */
  apply(steps: readonly Step[]): Promise<readonly Result[]>
}

// Longer than an operation waits: other processes that start at the same time may be migrating, one after the other.
const patience = { retryMs: 60_000 }

type Parts = {
  /** The name of the factory that made the adapter. */
  readonly factory: string
  readonly schema: Schema
  readonly engine: Engine
  readonly driver: Driver
  readonly runTimed: RunTimed | undefined
  readonly detectEngine: ((driver: Driver) => Promise<Engine>) | undefined
  readonly setMissingGuarantees: Migration["setMissingGuarantees"]
  readonly cancelledReplicationWaits: (() => StoreManifest["cancelledReplicationWaits"]) | undefined
  readonly hazard: string | undefined
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
  const { schema, driver, runTimed, detectEngine, setMissingGuarantees } = parts
  const translate = (error: unknown) => migrationError(parts.engine.dialect, operation, error)
  // A server that does not answer is reported before anything else is asked or changed.
  if (runTimed)
    await runTimed(driver, (timed) =>
      withRetry(
        () => timed.run(firstQuestion, []),
        () => {},
        translate,
        timed,
      ),
    )
  // This also throws for client settings that every operation refuses.
  const engine = detectEngine
    ? await withRetry(
        () => detectEngine(driver),
        (result) => result,
        translate,
        patience,
      )
    : parts.engine
  const { dialect } = engine
  return {
    schema,
    dialect,
    introspection: await engine.introspection(),
    specs: toModelTables(schema, dialect),
    ask: async (text, values = []) =>
      withRetry(
        () => driver.run(statement(text), values),
        ({ rows }) => rows,
        translate,
        patience,
      ),
    client: { hidesCancelledWaits: parts.cancelledReplicationWaits?.() === "hidden" },
    hazard: parts.hazard,
    orm: ormClient(adapter)?.orm,
    onProgress,
    setMissingGuarantees,
    apply: async (steps) =>
      withRetry(
        () => driver.batch(steps),
        (results) => results,
        translate,
        patience,
      ),
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
