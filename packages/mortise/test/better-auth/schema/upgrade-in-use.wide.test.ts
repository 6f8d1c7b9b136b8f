import { fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { type BetterAuthPlugin, betterAuth } from "better-auth"
import { Pool } from "pg"
import { beforeAll, expect, onTestFinished, test, vi } from "vitest"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { inspect, migrate } from "../../../src/better-auth/migrate/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { installOldestBetterAuth } from "../install.ts"
import { type Lived, live, livingOptions } from "./living.ts"

const server = openForTests(openPostgres)
beforeAll(installOldestBetterAuth)

/** A plugin whose new version requires a field of accounts, and writes it. */
const newPlugin: BetterAuthPlugin = {
  id: "new-version",
  schema: { account: { fields: { tenant: { type: "string", required: true } } } },
  init: () => ({
    options: {
      databaseHooks: {
        account: { create: { before: async (account) => ({ data: { ...account, tenant: "new" } }) } },
      },
    },
  }),
}

const rows = 20_000

test("no sign-in fails while rows of the oldest Better Auth move to the newest, which requires a column", async () => {
  const url = await server.database()
  const old = fork(fileURLToPath(new URL("../oldest/living-process.ts", import.meta.url)), [url], {
    execArgv: ["--import", "tsx"],
  })
  onTestFinished(() => void old.kill())
  const [people] = (await once(old, "message")) as [string[]]

  const pool = new Pool({ connectionString: url })
  onTestFinished(() => pool.end())
  await pool.query(`INSERT INTO "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    VALUES ('g', 'Grace', 'grace@example.com', true, now(), now())`)
  await pool.query(`INSERT INTO account (id, "userId", "providerId", "accountId", "createdAt", "updatedAt")
    SELECT 'g' || n, 'g', 'google', n::text, now(), now() FROM generate_series(1, ${rows}) AS n`)
  const auth = betterAuth({ ...livingOptions, plugins: [newPlugin], database: mortiseDatabase(pool) })
  const fill = { "account.tenant": ({ providerId }: { providerId?: unknown }) => `of ${providerId}` }
  await migrate(auth, { fill })

  const lived: Lived = { signIns: 0, signUps: 0, failures: [] }
  let isOver = false
  const living = live(auth, people, "by-new", lived, () => isOver)
  const round = async () => {
    const wanted = lived.signUps + 20
    await vi.waitUntil(() => lived.signUps >= wanted || lived.failures.length > 0, {
      timeout: 60_000,
      interval: 10,
    })
  }
  await round()
  await migrate(auth, { fill })
  await round()
  old.send("stop")
  const [livedBefore] = (await once(old, "message")) as [Lived]
  expect(livedBefore.failures).toEqual([])
  expect(Math.min(livedBefore.signIns, livedBefore.signUps)).toBeGreaterThan(20)

  await migrate(auth, { fill, contract: true })
  await round()
  isOver = true
  await living
  expect(lived.failures).toEqual([])
  expect(await inspect(auth)).toMatchObject({ ok: true })
  const counts = await pool.query("SELECT tenant, count(*)::int FROM account GROUP BY 1 ORDER BY 1")
  expect(counts.rows).toEqual([
    { tenant: "new", count: lived.signUps },
    { tenant: "of credential", count: people.length + livedBefore.signUps },
    { tenant: "of google", count: rows },
  ])
}, 180_000)
