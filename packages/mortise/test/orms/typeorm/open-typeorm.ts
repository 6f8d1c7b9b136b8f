import type { TypeormClient, TypeormOptions } from "../../../src/stores/sql/orms/typeorm/typeorm-adapter.ts"
import { typeormAdapter } from "../../../src/stores/sql/orms/typeorm/typeorm-adapter.ts"
import { mariadbDatabases, postgresDatabases, sqliteDatabases } from "../support/databases.ts"
import type { OpenOrm, OrmStore } from "../support/orm-store.ts"

type Manager = TypeormClient & { transaction<T>(work: (manager: Manager) => Promise<T>): Promise<T> }
type DataSource = TypeormClient & {
  readonly manager: Manager
  initialize(): Promise<unknown>
  destroy(): Promise<void>
}
type Settings =
  | { type: "postgres" | "mariadb"; url: string; poolSize: number }
  | { type: "better-sqlite3"; database: string }

/** The stores of one major of TypeORM, which `create` makes a data source of. */
export function typeormStores(version: string, create: (settings: Settings) => DataSource): OrmStore[] {
  const open = async (settings: Settings): Promise<OpenOrm> => {
    const source = create(settings)
    await source.initialize()
    return openedDataSource(source)
  }
  return [
    {
      name: `TypeORM ${version} on PostgreSQL`,
      databases: postgresDatabases,
      open: (url, poolSize = 10) => open({ type: "postgres", url, poolSize }),
    },
    {
      name: `TypeORM ${version} on MariaDB`,
      databases: mariadbDatabases,
      open: (url, poolSize = 10) => open({ type: "mariadb", url, poolSize }),
    },
    {
      name: `TypeORM ${version} on SQLite`,
      databases: sqliteDatabases,
      open: (url) => open({ type: "better-sqlite3", database: url.replace(/^file:/, "") }),
    },
  ]
}

function openedDataSource(source: DataSource): OpenOrm {
  return {
    adapter: (options?: TypeormOptions) => typeormAdapter(source, options),
    transaction: (work) =>
      source.manager.transaction((manager) =>
        work({
          adapter: typeormAdapter(manager),
          again: () => typeormAdapter(manager),
          nested: (inside) => manager.transaction((inner) => inside(typeormAdapter(inner))),
        }),
      ),
    close: () => source.destroy(),
  }
}
