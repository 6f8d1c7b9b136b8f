import { type Database as AuthDatabase, KyselyAdapter, KyselyAuth } from "@auth/kysely-adapter"
import { SqliteDialect } from "kysely"
import { betterSqlite3Adapter } from "mortise/better-sqlite3"
import { migrate } from "mortise/migrate"
import { readSchema } from "../../../packages/workshop/src/official/schemas/read-schema.ts"
import type { Engine } from "../contestant.ts"
import { requestWorkloads } from "../workloads.ts"
import { onNode24, openBetterSqlite3 } from "./better-sqlite3.ts"
import type { FileEntry } from "./on-file.ts"
import { authJsCheck, betterAuthCheck, mortiseCheck } from "./session-check.ts"

type Db = ReturnType<typeof openBetterSqlite3>

const onDatabase = (name: string, make: (db: Db) => unknown): FileEntry => ({
  name,
  async open(path) {
    const db = openBetterSqlite3(path)
    return { adapter: await make(db), close: () => db.close() }
  },
})

const dialectOn = (db: Db) => new SqliteDialect({ database: db as never })

const migrated = async (db: Db) => {
  const adapter = betterSqlite3Adapter(db)
  await migrate(adapter)
  return adapter
}

export const sessionCheckSqlite: Engine = {
  name: "session-check-sqlite",
  workloads: requestWorkloads,
  baseline: "mortise/auth",
  about:
    "The same check with each library on a file of its own, WAL, synchronous = FULL. 1.00 is `mortise/auth`.",
  open: () =>
    onNode24([
      onDatabase("mortise/auth (mortise/better-sqlite3)", async (db) => mortiseCheck(await migrated(db))),
      onDatabase("better-auth", (db) => betterAuthCheck({ dialect: dialectOn(db), type: "sqlite" })),
      onDatabase("Auth.js (@auth/kysely-adapter)", async (db) => {
        db.exec(await readSchema("kysely.sql"))
        return authJsCheck(KyselyAdapter(new KyselyAuth<AuthDatabase>({ dialect: dialectOn(db) })))
      }),
      onDatabase("Auth.js (mortise/better-sqlite3)", async (db) => authJsCheck(await migrated(db))),
    ]),
}
