import { SqliteDialect } from "kysely"
import { mortiseDatabase } from "mortise/better-auth"
import type { Engine } from "../contestant.ts"
import { requestWorkloads } from "../workloads.ts"
import { constants } from "./better-auth-constants.ts"
import { statementsOn } from "./better-auth-statements.ts"
import { onNode24, openBetterSqlite3 } from "./better-sqlite3.ts"
import type { FileEntry } from "./on-file.ts"
import { betterAuthCheck } from "./session-check.ts"

type Db = ReturnType<typeof openBetterSqlite3>
const kyselyOn = (db: Db) => ({
  dialect: new SqliteDialect({ database: db as never }),
  type: "sqlite" as const,
})

const onDatabase = (name: string, check: (db: Db) => unknown, besideLimit?: true): FileEntry => ({
  name,
  ...(besideLimit && { besideLimit }),
  async open(path) {
    const db = openBetterSqlite3(path)
    return { adapter: await check(db), close: () => db.close() }
  },
})

export const betterAuthSqlite: Engine = {
  name: "better-auth-sqlite",
  workloads: requestWorkloads,
  baseline: "constants",
  about:
    "The same check on a file of its own for each adapter, WAL, synchronous = FULL. 1.00 is an adapter that returns constants; `prepared statements` is hand-written code that reads the session and the user by one statement each.",
  open: () =>
    onNode24([
      onDatabase("constants", (db) => betterAuthCheck(constants, kyselyOn(db))),
      onDatabase(
        "mortise/better-auth (better-sqlite3)",
        (db) => betterAuthCheck(mortiseDatabase(db), kyselyOn(db)),
        true,
      ),
      onDatabase("prepared statements", (db) => betterAuthCheck(statementsOn(db), kyselyOn(db)), true),
      onDatabase("better-auth (Kysely)", (db) => betterAuthCheck(kyselyOn(db))),
    ]),
}
