import { createClient } from "@libsql/client"
import { drizzle as onLibsql } from "drizzle-orm/libsql"
import { drizzle as onMysql2 } from "drizzle-orm/mysql2"
import { drizzle as onPg } from "drizzle-orm/node-postgres"
import { drizzle as onPostgresJs } from "drizzle-orm/postgres-js"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import postgres from "postgres"
import { storeOf } from "../drizzle/store-of.ts"
import { mariadbDatabases, postgresDatabases, sqliteDatabases } from "../support/databases.ts"

export const newDrizzleStores = [
  storeOf("Drizzle 1.0 with pg", postgresDatabases, (url, max = 10) => {
    const client = new Pool({ connectionString: url, max })
    return { db: onPg({ client }), close: () => client.end() }
  }),
  storeOf("Drizzle 1.0 with postgres.js", postgresDatabases, (url, max = 10) => {
    const client = postgres(url, { onnotice: () => {}, max })
    return { db: onPostgresJs({ client }), close: () => client.end() }
  }),
  storeOf("Drizzle 1.0 with mysql2", mariadbDatabases, (url, connectionLimit = 10) => {
    const client = createPool({ uri: url, connectionLimit })
    return { db: onMysql2({ client }), close: () => client.end() }
  }),
  storeOf("Drizzle 1.0 with libsql", sqliteDatabases, (url) => {
    const client = createClient({ url })
    return { db: onLibsql({ client }), close: () => client.close() }
  }),
]
