import type { HasTables } from "../../contract/adapter.ts"
import type { Internals } from "../../contract/internals.ts"
import type { ForTenant, Manifest, ModelName } from "../../index.ts"
import type { OpenStore } from "../configuration/open-store.ts"
import { type MissingInOrm, missingInOrm } from "./missing-in-orm.ts"

/** What `mortise status` prints. */
export type Status = Pick<Manifest, "store" | "engine" | "removal" | "durability" | "ids" | "overridden"> & {
  /** The PostgreSQL schema of the tables, if one is named. */
  readonly pgSchema?: string
  /** The number of rows of each model; null if its table does not exist. `engine` says whether it is an upper bound. */
  readonly rows: Readonly<Partial<Record<ModelName, number | null>>>
  /** The number of tenants, if the adapter has tenants; `rows` are then those of all of them. */
  readonly tenants?: number
  /** Absent if the store cannot count them. */
  readonly expired?: Readonly<Partial<Record<ModelName, number>>>
  /** Absent if the store has no tables. */
  readonly migration?: {
    readonly version: number
    readonly pending: number
    readonly refusals: number
    /** The ORM that the adapter works through, which may create the tables too. */
    readonly orm?: string
  }
  /** What the database lacks, if an ORM manages the tables. */
  readonly schema?: MissingInOrm
}

type StatusSource = Pick<OpenStore, "adapter" | "manifest" | "schema"> & {
  /** Counts the rows of each model that has a table. */
  countRows(models: readonly ModelName[]): Promise<Pick<Status, "rows" | "tenants">>
}

/** Opens the configuration's adapter, with all tenants if it has tenants. */
export async function openForStatus(adapter: object): Promise<StatusSource> {
  const { findForTenant } = await import("../configuration/open-tenant.ts")
  const forTenant = await findForTenant(adapter)
  if (forTenant) {
    const { internals } = await import("../../contract/internals.ts")
    const { manifest } = await import("../../index.ts")
    const { schema } = internals(forTenant) as Internals
    const countRows = (models: readonly ModelName[]) => countTenants(forTenant, models)
    return {
      adapter: adapter as OpenStore["adapter"],
      manifest: manifest(forTenant) as Manifest,
      schema,
      countRows,
    }
  }
  const store = await (await import("../configuration/open-store.ts")).toOpenStore(adapter)
  return {
    ...store,
    async countRows(models) {
      const rows: Partial<Record<ModelName, number>> = {}
      for (const model of models) rows[model] = await store.upkeep.count(model)
      return { rows }
    },
  }
}

/** Counts the tenants that are not removed, and the rows of all of them. */
async function countTenants(
  forTenant: ForTenant,
  models: readonly ModelName[],
): Promise<Pick<Status, "rows" | "tenants">> {
  // The list of tenants is in this table.
  if (!models.includes("slot")) return { rows: {} }
  const { tenants } = await import("../../tenants/index.ts")
  const all = tenants(forTenant)
  const rows = Object.fromEntries(models.map((model) => [model, 0])) as Record<ModelName, number>
  let count = 0
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof all.list>> = await all.list({ after, limit: 1000 })
    for (const { name, state } of page.tenants) {
      if (state === "removed") continue
      count++
      const counts = await all.count(name)
      for (const model of models) rows[model] += counts[model]
    }
    after = page.next
  } while (after !== null)
  return { tenants: count, rows }
}

export async function readStatus(store: StatusSource, now: Date): Promise<Status> {
  const { store: name, engine, removal, ids, overridden } = store.manifest
  const tables = await findTables(store.adapter, now)
  const { pgSchema } = store.schema
  const models = Object.keys(store.schema.models) as ModelName[]
  const counted = await store.countRows(models.filter((model) => !tables?.missing.has(model)))
  const rows = Object.fromEntries(models.map((model) => [model, counted.rows[model] ?? null]))
  return {
    store: name,
    ...(engine && { engine }),
    ...(tables && pgSchema !== undefined && { pgSchema }),
    removal,
    durability: await readDurability(store.adapter),
    ids,
    overridden,
    ...(counted.tenants !== undefined && { tenants: counted.tenants }),
    rows,
    ...(tables && { expired: tables.expired, migration: tables.migration }),
    ...(tables?.schema && { schema: tables.schema }),
  }
}

/** What is in the tables. For a split adapter with tables in one half, only that half's models. */
async function findTables(adapter: object, now: Date): Promise<Tables | undefined> {
  const { hasTables, internals } = await import("../../contract/internals.ts")
  if (hasTables(adapter)) return readTables(adapter, now)
  const { halves } = internals(adapter) ?? {}
  if (!halves) return undefined
  const [half, secondHalf] = [halves.users, halves.sessions].filter(hasTables)
  if (!half || secondHalf) return undefined
  const { isInSessionsHalf } = await import("../../contract/halves.ts")
  const isOwn = (model: string) => isInSessionsHalf(model as ModelName) === (half === halves.sessions)
  const tables = await readTables(half, now)
  const expired = Object.entries(tables.expired).filter(([model]) => isOwn(model))
  return {
    ...tables,
    missing: new Set([...tables.missing].filter(isOwn)),
    expired: Object.fromEntries(expired),
  }
}

/** What the data survives, according to the server's settings, which `doctor` reports too. */
async function readDurability(adapter: object): Promise<Manifest["durability"]> {
  const { hasTables, internals } = await import("../../contract/internals.ts")
  const { checkServer, manifest, halves } = internals(adapter) ?? {}
  if (halves) {
    const { weakestDurability } = await import("../../contract/halves.ts")
    return weakestDurability(await readDurability(halves.users), await readDurability(halves.sessions))
  }
  await checkServer?.()
  const promised = manifest?.durability ?? "none"
  if (!hasTables(adapter) || promised === "none") return promised
  const { checkServer: checkTables } = await import("../../stores/sql/migrate/check-server.ts")
  const isWeak = (await checkTables(adapter)).some(({ code }) => code === "not_durable")
  return isWeak ? "process" : promised
}

type Tables = Pick<Status, "schema"> &
  Required<Pick<Status, "expired" | "migration">> & { readonly missing: ReadonlySet<ModelName> }

async function readTables(adapter: HasTables, now: Date): Promise<Tables> {
  const { inspect, plan } = await import("../../stores/sql/migrate/index.ts")
  const { countExpired } = await import("../../stores/sql/migrate/count-expired.ts")
  const { version, steps, refusals } = await plan(adapter)
  const inspection = await inspect(adapter, { emails: false })
  const missing = inspection.findings.filter(({ code }) => code === "missing_table").map(({ model }) => model)
  const schema = await missingInOrm(adapter, inspection)
  const { ormClient } = await import("../../stores/sql/migrate/migration.ts")
  const orm = ormClient(adapter)?.orm
  return {
    missing: new Set(missing),
    ...(schema && { schema }),
    expired: await countExpired(adapter, now),
    migration: {
      version,
      pending: steps.length,
      refusals: refusals.length,
      ...(orm !== undefined && { orm }),
    },
  }
}
