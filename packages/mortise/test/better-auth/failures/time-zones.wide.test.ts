import { type BetterAuthFactory, runBetterAuth } from "@mortise/conformance/better-auth"
import type { BetterAuthOptions } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import { Kysely, MysqlDialect } from "kysely"
import { createPool as createCallbackPool } from "mysql2"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { clients } from "../conformance/clients.ts"
import { problemsOf } from "../conformance/problems.ts"
import { setupOn } from "../conformance/setup-on.ts"

const server = openForTests(openMariadb)

const zone = process.env["TZ"]
beforeAll(() => {
  process.env["TZ"] = "America/New_York"
  expect(new Date(2030, 0).getTimezoneOffset()).toBe(300)
})
afterAll(() => {
  if (zone === undefined) Reflect.deleteProperty(process.env, "TZ")
  else process.env["TZ"] = zone
})

const dates = async (factory: BetterAuthFactory): Promise<string[]> =>
  problemsOf(await runBetterAuth({ factory, only: ["dates"], seed: 1, onLine: false }))

test.each(["mysql2", "mysql2 as on MySQL", "mariadb"] as const)(
  "in New York, dates of all years and hours are exact on %s",
  async (name) => {
    const url = await server.database()
    expect(await dates(() => setupOn(clients[name](url)))).toEqual([])
  },
)

async function theirs() {
  const db = new Kysely<unknown>({
    dialect: new MysqlDialect({ pool: createCallbackPool({ uri: await server.database() }) }),
  })
  const database = { db, type: "mysql" } as const
  return {
    database,
    migrate: async (options: BetterAuthOptions) =>
      (await getMigrations({ ...options, database })).runMigrations(),
    close: () => db.destroy(),
  }
}

test("with Better Auth's own adapter, the years 1960 and 2039 are refused, and an hour in autumn is another one", async () => {
  const problems = (await dates(theirs)).map((problem) => problem.split(":", 1)[0])
  expect(problems).toEqual(expect.arrayContaining(["dates/far-years", "dates/clock-changes"]))
})

test("on the tables of Better Auth's own migrations, ours keeps that hour", async () => {
  const url = await server.database()
  const open = async () => {
    const { client, close } = clients.mysql2(url)
    const setup = setupOn({ client, close })
    const db = new Kysely<unknown>({ dialect: new MysqlDialect({ pool: createCallbackPool({ uri: url }) }) })
    return {
      ...setup,
      async migrate(options: BetterAuthOptions) {
        await (await getMigrations({ ...options, database: { db, type: "mysql" } })).runMigrations()
        await db.destroy()
      },
    }
  }
  // Their TIMESTAMP columns hold no date before 1970 or after January 2038.
  const problems = (await dates(open)).map((problem) => problem.split(":", 1)[0])
  expect(problems).toEqual(["dates/far-years", "dates/compared"])
})
