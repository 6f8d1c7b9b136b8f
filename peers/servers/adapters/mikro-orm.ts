import { defaultEntities, MikroOrmAdapter } from "@auth/mikro-orm-adapter"
import { MikroORM, type Options } from "@mikro-orm/core"
import { MariaDbDriver } from "@mikro-orm/mariadb"
import { PostgreSqlDriver } from "@mikro-orm/postgresql"
import type { OpenClient } from "../open-on.ts"

type Disconnectable = ReturnType<typeof MikroOrmAdapter> & { __disconnect(): Promise<void> }

async function onDriver(clientUrl: string, driver: Options["driver"]): Promise<OpenClient> {
  // The adapter opens its own connection and changes its options, so the tables are created by another connection.
  const options = (): Options => ({
    clientUrl,
    ...(driver && { driver }),
    entities: Object.values(defaultEntities),
    cache: { enabled: false },
  })
  const orm = await MikroORM.init(options())
  await orm.getSchemaGenerator().createSchema()
  await orm.close()
  const adapter = MikroOrmAdapter(options()) as Disconnectable
  // Two concurrent first calls would open two connections. This call opens the connection before.
  await adapter.getUser?.("unknown")
  return { adapter, close: () => adapter.__disconnect() }
}

export const onPostgres = (url: string): Promise<OpenClient> => onDriver(url, PostgreSqlDriver)
export const onMariadb = (url: string): Promise<OpenClient> => onDriver(url, MariaDbDriver)
