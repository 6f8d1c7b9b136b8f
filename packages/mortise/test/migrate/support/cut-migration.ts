import { createPool } from "mysql2/promise"
import { MortiseError, type Schema } from "../../../src/index.ts"
import { type Mysql2Client, mysql2Adapter } from "../../../src/stores/sql/adapters/mysql2-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"

const isChange = /^(CREATE|ALTER|INSERT|UPDATE)\b/

/**
 * Migrates a database of MariaDB until this many changes were made, as if the process was killed then: its connection
 * ends, and nothing more is sent.
 */
export async function migrateUpTo(url: string, changes: number, schema?: Schema) {
  const pool = createPool({ uri: url })
  let [made, isKilled] = [0, false]
  const check = (text: string) => {
    isKilled ||= isChange.test(text) && made === changes
    if (isKilled) throw new MortiseError("unavailable", "The process is gone.")
    if (isChange.test(text)) made++
  }
  const checked = <C extends Pick<Mysql2Client, "execute" | "query">>(connection: C) => ({
    execute: async (...[query, values]: Parameters<Mysql2Client["execute"]>) => {
      check(query.sql)
      return connection.execute(query, values)
    },
    query: async (text: string) => {
      check(text)
      return connection.query(text)
    },
  })
  const client: Mysql2Client = {
    ...checked(pool as unknown as Mysql2Client),
    async getConnection() {
      const connection = await pool.getConnection()
      return {
        ...checked(connection as unknown as Mysql2Client),
        release: () => (isKilled ? connection.destroy() : connection.release()),
        destroy: () => connection.destroy(),
      }
    },
  }
  try {
    await migrate(mysql2Adapter(client, schema ? { schema } : {}))
  } catch (error) {
    if (!isKilled) throw error
  } finally {
    await pool.end()
  }
  return { made, isKilled }
}
