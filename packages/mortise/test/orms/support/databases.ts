import { join } from "node:path"
import { pathToFileURL } from "node:url"
import Database from "libsql"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import { execute as onMariadb, openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { execute as onPostgres, openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { databaseName, type Server } from "../../../../workshop/src/servers/server.ts"
import { mysqlTables, postgresTables } from "../../support/tables.ts"
import { sqliteTables } from "./sqlite-tables.ts"

/** A database engine that ORMs are tested on. */
export type Databases = {
  readonly engine: "postgres" | "mysql" | "sqlite"
  serve(): Promise<Server>
  /** The statements that create the tables of the default schema. */
  readonly tables: readonly string[]
  execute(url: string, ...statements: readonly string[]): Promise<void>
  /** Ends every connection to a database, as a failing network or an administrator does. */
  disconnectAll?(url: string): Promise<void>
}

export const postgresDatabases: Databases = {
  engine: "postgres",
  serve: openPostgres,
  tables: postgresTables(),
  execute: onPostgres,
  disconnectAll: (url) =>
    onPostgres(
      url,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    ),
}

export const mariadbDatabases: Databases = {
  engine: "mysql",
  serve: openMariadb,
  tables: mysqlTables(),
  execute: onMariadb,
  disconnectAll: (url) =>
    onMariadb(
      url,
      "BEGIN NOT ATOMIC FOR connection IN (SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()) DO EXECUTE IMMEDIATE CONCAT('KILL ', connection.id); END FOR; END",
    ),
}

/** Files of SQLite. The URL of a database is `file:` and its path. */
export const sqliteDatabases: Databases = {
  engine: "sqlite",
  async serve() {
    const { folder, remove } = quickFolder()
    return {
      database: async () =>
        pathToFileURL(join(folder, `${databaseName()}.db`)).href.replace("file://", "file:"),
      close: async () => remove(),
    }
  },
  tables: sqliteTables(),
  async execute(url, ...statements) {
    const database = new Database(url.replace(/^file:/, ""))
    for (const text of statements) database.exec(text)
    database.close()
  },
}
