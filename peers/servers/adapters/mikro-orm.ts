import { defaultEntities, MikroOrmAdapter } from "@auth/mikro-orm-adapter"
import { MikroORM, type Options } from "@mikro-orm/core"
import { MariaDbDriver } from "@mikro-orm/mariadb"
import { PostgreSqlDriver } from "@mikro-orm/postgresql"
import type { OpenClient } from "../open-on.ts"

type Disconnectable = ReturnType<typeof MikroOrmAdapter> & { __disconnect(): Promise<void> }

async function onDriver(clientUrl: string, driver: Options["driver"]): Promise<OpenClient> {
  // The adapter opens a connection of its own and changes what it is handed, so the tables have another.
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
  // Two first calls at once would open two connections; one call now opens the one.
  await adapter.getUser?.("nobody")
  return { adapter, close: () => adapter.__disconnect() }
}

export const onPostgres = (url: string): Promise<OpenClient> => onDriver(url, PostgreSqlDriver)
export const onMariadb = (url: string): Promise<OpenClient> => onDriver(url, MariaDbDriver)
