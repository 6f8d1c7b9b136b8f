import type { BetterAuthOptions } from "better-auth"
import { findSource } from "../../../src/better-auth/database-source.ts"
import { type Database, mortiseDatabase } from "../../../src/better-auth/index.ts"
import { type Opened, setupOn } from "../conformance/setup-on.ts"
import { type Adapter, tenants } from "./open-tenants.ts"

type Row = Readonly<Record<string, unknown>>
type Stored = { readonly options: BetterAuthOptions; readonly model: string; readonly row: Row }

const settings = { tenant: () => tenants.getStore() ?? "acme" }
const inTwin = <T>(work: () => Promise<T>): Promise<T> => tenants.run("globex", work)

/**
 * Databases of one tenant, beside a twin: what is created for the tenant is also stored for the twin, with equal keys,
 * when its transaction ends. Nothing else is done for the twin, so its rows must stay as they are.
 */
export function createTwin() {
  const stored: Stored[] = []
  const waiting: Promise<unknown>[] = []

  const mirror = (database: Database): Database => {
    const transactions = findSource(database)?.transactions
    const mirrored: Database = (options) => {
      const base = database(options)
      const store = async (model: string, data: Row): Promise<void> => {
        const create = () => inTwin(() => base.create<Row, Row>({ model, data, forceAllowId: true }))
        // Another row of the twin can have a key that the tenant used again.
        const row = await transactions?.runOutside(create).catch(() => undefined)
        if (row) stored.push({ options, model, row })
      }
      const wrap = (adapter: Adapter): Adapter => ({
        ...adapter,
        async create({ select, ...input }) {
          const row = await adapter.create<Row, Row>(input as never)
          const end = transactions?.findEnd()
          const data = { ...input.data, ...row }
          if (end) waiting.push(end.then((failure) => (failure ? undefined : store(input.model, data))))
          else await store(input.model, data)
          const names = Object.keys(row).filter((name) => !select || select.includes(name))
          return Object.fromEntries(names.map((name) => [name, row[name]])) as never
        },
        transaction: (callback) => adapter.transaction((inside) => callback(wrap(inside as Adapter))),
      })
      return wrap(base as unknown as Adapter) as never
    }
    return Object.defineProperties(mirrored, Object.getOwnPropertyDescriptors(database))
  }

  return {
    setup(opened: Opened) {
      const setup = setupOn({ ...opened, options: { ...opened.options, ...settings } })
      return { ...setup, database: mirror(setup.database as Database) }
    },

    /** The rows of the twin that are no longer as they were stored, and how many there are in all. */
    async check(client: object) {
      await Promise.all(waiting)
      const adapters = new Map<BetterAuthOptions, Adapter>()
      const changed: string[] = []
      for (const { options, model, row } of stored) {
        const adapter =
          adapters.get(options) ?? (mortiseDatabase(client, settings)(options) as unknown as Adapter)
        adapters.set(options, adapter)
        const where = [{ field: "id", value: String(row["id"]) }]
        const now = await inTwin(() => adapter.findOne<Row>({ model, where }))
        if (JSON.stringify(now) !== JSON.stringify(row))
          changed.push(`${model} ${JSON.stringify([row, now])}`)
      }
      return { rows: stored.length, changed }
    },
  }
}
