import "../../../packages/workshop/src/official/as-deployed.ts"
import { DrizzleAdapter } from "@auth/drizzle-adapter"
import { type Database, KyselyAdapter, KyselyAuth } from "@auth/kysely-adapter"
import SequelizeAdapter from "@auth/sequelize-adapter"
import { drizzle } from "drizzle-orm/mysql2"
import { MysqlDialect } from "kysely"
import mysql from "mysql2"
import { Sequelize } from "sequelize"
import { readSchema } from "../../../packages/workshop/src/official/schemas/read-schema.ts"
import { execute, openMariadb } from "../../../packages/workshop/src/servers/mariadb.ts"
import type { Server } from "../../../packages/workshop/src/servers/server.ts"
import type { Contestant, Engine } from "../contestant.ts"
import { limitMariadb, limitMysql2, oursMariadb, oursMysql2 } from "./mariadb-ours.ts"
import { connections, type Entry, onServer } from "./on-server.ts"

const withSchema = async (url: string, file: string) => {
  const statements = (await readSchema(file)).split(";").filter((statement) => statement.trim() !== "")
  await execute(url, ...statements)
  return mysql.createPool({ uri: url, connectionLimit: connections })
}

const drizzled: Entry = {
  name: "@auth/drizzle-adapter",
  async open(url) {
    const pool = (await withSchema(url, "drizzle-mariadb.sql")).promise()
    return { adapter: DrizzleAdapter(drizzle(pool)), close: () => pool.end() }
  },
}

const kysely: Entry = {
  name: "@auth/kysely-adapter",
  async open(url) {
    const pool = await withSchema(url, "kysely-mariadb.sql")
    const db = new KyselyAuth<Database>({ dialect: new MysqlDialect({ pool }) })
    return { adapter: KyselyAdapter(db), close: () => db.destroy() }
  },
}

const sequelized: Entry = {
  name: "@auth/sequelize-adapter",
  async open(url) {
    const sequelize = new Sequelize(url, { dialect: "mysql", logging: false, pool: { max: connections } })
    const adapter = SequelizeAdapter(sequelize)
    await sequelize.sync()
    return { adapter, close: () => sequelize.close() }
  },
}

export function mariadbContestants(server: Server): readonly [limit: Contestant, ...others: Contestant[]] {
  const others = [oursMysql2, limitMariadb, oursMariadb, drizzled, kysely, sequelized]
  return [onServer(server, limitMysql2), ...others.map((entry) => onServer(server, entry))]
}

async function versionAt(url: string): Promise<string> {
  const pool = mysql.createPool(url).promise()
  const [rows] = await pool.query<mysql.RowDataPacket[]>("SELECT VERSION() AS version")
  await pool.end()
  return `MariaDB ${String(rows[0]?.["version"]).split("-")[0]}`
}

export const mariadb: Engine = {
  name: "mariadb",
  about:
    "One server on the loopback interface that does not wait for its disk, a database and a pool of ten connections for each. The limit is one prepared statement per call on `mysql2`, on our tables, that returns the same rows (an inserted row is not read back; an update and the read of the updated row are one transaction); `mortise/mariadb` is compared with the same on `mariadb`.",
  async open() {
    const server = await openMariadb()
    const url = await server.database()
    return {
      contestants: mariadbContestants(server),
      version: await versionAt(url),
      env: { MORTISE_MARIADB_URL: url },
      close: () => server.close(),
    }
  },
}
