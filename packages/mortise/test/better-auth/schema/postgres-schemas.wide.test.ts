import { expect, onTestFinished, test } from "vitest"
import { countAuthRows } from "../../../src/better-auth/migrate/count-auth-rows.ts"
import { inspect, migrate, plan } from "../../../src/better-auth/migrate/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { servePglite } from "./auth-databases.ts"

const server = openForTests(servePglite)
const models = ["user", "session", "account", "verification"]
const names = Object.fromEntries(models.map((model) => [model, { modelName: `auth.${model}` }]))

async function open() {
  const database = await server.database()
  await database.run("CREATE SCHEMA auth")
  onTestFinished(() => database.run("DROP SCHEMA auth CASCADE"))
  const auth = database.ours(names)
  await migrate(auth)
  return { ...database, auth }
}

test("tables in another schema of PostgreSQL are created, and then complete", async () => {
  const { auth } = await open()
  expect(await migrate(auth)).toEqual({ steps: [] })
  expect(await inspect(auth)).toEqual({ ok: true, findings: [] })
  expect(await countAuthRows(auth)).toMatchObject({ rows: { user: 0, session: 0, account: 0 } })
})

test("rows in another schema that prevent a migration, or lack a required value, are counted", async () => {
  const { auth, ours, run } = await open()
  await run(
    'ALTER TABLE auth.session DROP CONSTRAINT "session_userId_fkey"; DROP INDEX auth.session_token_uidx',
  )
  for (const id of ["s1", "s2"])
    await run(
      `INSERT INTO auth.session (id, token, "userId", "expiresAt", "updatedAt") VALUES ('${id}', 't', 'u1', now(), now())`,
    )
  const { refusals } = await plan(auth)
  expect(refusals).toMatchObject([{ code: "missing_key", what: "auth.session.token", rows: 1 }])
  const { findings } = await inspect(auth)
  expect(findings).toMatchObject([{ code: "missing_key" }, { code: "missing_foreign_key", rows: 2 }])
  await run("DELETE FROM auth.session")
  const { steps } = await migrate(auth)
  expect(steps).toHaveLength(2)
  expect(await inspect(auth)).toEqual({ ok: true, findings: [] })
  await run(`INSERT INTO auth."user" (id, name, email) VALUES ('u1', 'Ada', 'ada@example.com')`)
  const tenant = { type: "string" as const, required: true }
  const more = ours({ ...names, user: { modelName: "auth.user", additionalFields: { tenant } } })
  expect((await plan(more)).pending).toMatchObject([{ what: "auth.user.tenant", rows: 1 }])
})

test("a foreign key to a table of the same name in another schema is not the expected one", async () => {
  const { auth, run } = await open()
  await run(
    'CREATE TABLE "user" (id text PRIMARY KEY); ALTER TABLE auth.session DROP CONSTRAINT "session_userId_fkey"',
  )
  await run(
    'ALTER TABLE auth.session ADD CONSTRAINT wrong FOREIGN KEY ("userId") REFERENCES "user" (id) ON DELETE CASCADE',
  )
  const { findings } = await inspect(auth)
  expect(findings).toMatchObject([{ code: "missing_foreign_key", table: "auth.session" }])
})
