import { createPool as createMariadbPool } from "mariadb"
import { mariadbAdapter } from "mortise/mariadb"
import { migrate } from "mortise/migrate"
import { mysql2Adapter } from "mortise/mysql2"
import { createPool } from "mysql2/promise"
import { type MysqlPool, mysqlLimit } from "./mysql-limit.ts"
import { connections, type Entry } from "./on-server.ts"

type Rows = Record<string, unknown>[]

const mysql2At = (url: string) => createPool({ uri: url, connectionLimit: connections, timezone: "Z" })

const mariadbAt = (url: string) => {
  const { hostname: host, port, username: user, password, pathname } = new URL(url)
  return createMariadbPool({
    host,
    port: Number(port),
    user,
    password,
    database: pathname.slice(1),
    connectionLimit: connections,
    timezone: "Z",
  })
}

const onMysql2 = async (url: string, make: (pool: ReturnType<typeof mysql2At>) => unknown) => {
  const pool = mysql2At(url)
  await migrate(mysql2Adapter(pool))
  return { adapter: make(pool), close: () => pool.end() }
}

const onMariadb = async (url: string, make: (pool: ReturnType<typeof mariadbAt>) => unknown) => {
  const pool = mariadbAt(url)
  await migrate(mariadbAdapter(pool))
  return { adapter: make(pool), close: () => pool.end() }
}

export const limitMysql2: Entry = {
  name: "limit (mysql2)",
  open: (url) =>
    onMysql2(url, (pool) => mysqlLimit(pool as unknown as MysqlPool, (answer) => (answer as [Rows])[0])),
}
export const oursMysql2: Entry = {
  name: "mortise/mysql2",
  besideLimit: true,
  open: (url) => onMysql2(url, (pool) => mysql2Adapter(pool)),
}
export const limitMariadb: Entry = {
  name: "limit (mariadb)",
  open: (url) =>
    onMariadb(url, (pool) => mysqlLimit(pool as unknown as MysqlPool, (answer) => answer as Rows)),
}
export const oursMariadb: Entry = {
  name: "mortise/mariadb",
  besideLimit: true,
  against: limitMariadb.name,
  open: (url) => onMariadb(url, (pool) => mariadbAdapter(pool)),
}
