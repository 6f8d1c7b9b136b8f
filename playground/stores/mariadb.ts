import * as mariadb from "mariadb"
import { mariadbAdapter } from "../../packages/mortise/src/stores/sql/adapters/mariadb-adapter.ts"
import type { Place } from "./store.ts"

/** A new database on a MariaDB server. Existing databases are not touched. */
export async function mariadbPlace(url: string, database: string): Promise<Place> {
  const { hostname: host, port, username, password } = new URL(url)
  const server = {
    host,
    port: Number(port || 3306),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  }
  const run = async (statement: string) => {
    const connection = await mariadb.createConnection(server)
    try {
      await connection.query(statement)
    } finally {
      await connection.end()
    }
  }
  await run(`CREATE DATABASE \`${database}\``)
  return {
    adapterName: "mortise/mariadb",
    async connect(options) {
      const pool = mariadb.createPool({ ...server, database, connectionLimit: 8 })
      return { adapter: mariadbAdapter(pool, options), client: pool, close: () => pool.end() }
    },
    remove: () => run(`DROP DATABASE IF EXISTS \`${database}\``),
  }
}
