import { Kysely, PostgresDialect } from "kysely"
import { Pool } from "pg"
import { expect, test } from "vitest"
import { runProgram } from "../../../../workshop/src/runtimes/run-program.ts"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { createTables } from "./sign-up.ts"

const server = openForTests(openPostgres)

test("a process survives the loss of its idle connections, which it does not with Better Auth's own adapter", async () => {
  const url = await server.database()
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: url }) }),
  })
  await createTables({ db, type: "postgres" })
  await db.destroy()
  const program = new URL("./idle-pool.ts", import.meta.url)
  expect(await runProgram("node", program, [url, "mortise"])).toBe(true)
  await expect(runProgram("node", program, [url, "better-auth"])).rejects.toThrow("terminating connection")
})
