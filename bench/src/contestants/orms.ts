import { defaultEntities, MikroOrmAdapter } from "@auth/mikro-orm-adapter"
import { MikroORM } from "@mikro-orm/postgresql"
import { openPostgres } from "../../../packages/workshop/src/servers/postgres.ts"
import type { Engine } from "../contestant.ts"
import { connections, type Entry, onServer } from "./on-server.ts"
import { ours } from "./orms-ours.ts"
import { limitPg, oursPg, versionAt } from "./postgres-ours.ts"
import { officialOrms } from "./postgres-peers.ts"
import { prisma } from "./prisma.ts"

const mikroOrm: Entry = {
  name: "@auth/mikro-orm-adapter",
  async open(url) {
    const options = { clientUrl: url, entities: Object.values(defaultEntities), pool: { max: connections } }
    const orm = await MikroORM.init(options)
    await orm.getSchemaGenerator().createSchema()
    return {
      adapter: MikroOrmAdapter({ ...options, driver: orm.config.get("driver") }),
      close: () => orm.close(),
    }
  },
}

/** Session lookups through ORMs: our adapter on the ORM's connections, next to the ORM's official adapter. */
export const orms: Engine = {
  name: "orms",
  about:
    "Session lookups through ORMs on one PostgreSQL server on the loopback interface, a database and a pool of ten connections for each. The limit is one named prepared statement per call on `pg`. MikroORM's official adapter targets version 5 and runs on version 6 here.",
  only: ["getSessionAndUser"],
  async open() {
    const server = await openPostgres()
    const url = await server.database()
    const others = [oursPg, ...officialOrms, prisma, mikroOrm, ...ours]
    return {
      contestants: [onServer(server, limitPg), ...others.map((entry) => onServer(server, entry))],
      version: await versionAt(url),
      env: { MORTISE_POSTGRES_URL: url },
      close: () => server.close(),
    }
  },
}
