import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { getMigrations } from "better-auth/db/migration"
import Database from "libsql"
import { expect, onTestFinished, test } from "vitest"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { startServer } from "../../cli/support/run-cli.ts"
import { runCommand } from "../../cli/support/run-command.ts"
import { newFile } from "../../support/databases.ts"

const here = fileURLToPath(new URL(".", import.meta.url))
let count = 0

/** A file of an application with Better Auth, on a new database, with more options and exports. */
function newApplication(options = "", more = "", file = newFile()) {
  // In this folder, because the file imports packages of this repository.
  const config = join(here, `auth-${process.pid}-${++count}.mjs`)
  writeFileSync(
    config,
    `import { betterAuth } from "better-auth"
import Database from "libsql"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
const client = new Database(${JSON.stringify(file)})
export const auth = betterAuth({
  baseURL: "http://localhost",
  secret: "a secret of this test, 4711 and more",
  database: mortiseDatabase(client),
  ${options}
})
${more}`,
  )
  onTestFinished(() => rmSync(config))
  const client = new Database(file)
  onTestFinished(() => void client.close())
  return {
    client,
    config,
    file,
    run: (command: string, ...args: string[]) => runCommand([command, "--better-auth", config, ...args]),
  }
}

test("mortise migrate --better-auth creates the tables, and then has nothing to do", async () => {
  const { client, run } = newApplication()
  const check = await run("migrate", "--check")
  expect([check.code, check.stderr]).toEqual([1, expect.stringContaining("Statements missing")])
  const script = await run("migrate", "--dry-run")
  expect([script.code, script.stdout]).toEqual([0, expect.stringContaining('CREATE TABLE "account"')])
  expect(client.prepare("SELECT name FROM sqlite_master").all()).toEqual([])
  expect(await run("migrate")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Statements run: 1\d\.\n$/),
  })
  expect(await run("migrate", "--check")).toMatchObject({ code: 0 })
  expect(JSON.parse((await run("migrate", "--json")).stdout)).toEqual({
    dryRun: false,
    steps: [],
    refusals: [],
  })
  expect(await run("doctor", "--strict")).toMatchObject({
    ...{ code: 0, stdout: "The database has everything that Better Auth needs.\n" },
  })
  const status = JSON.parse((await run("status", "--json")).stdout)
  expect(status).toEqual({
    engine: "sqlite",
    rows: { user: 0, session: 0, account: 0, verification: 0 },
    migration: { pending: 0, refusals: 0 },
  })
})

test("a required column fails the command until a rule of the file fills it, and --contract requires it", async () => {
  const { client, run, file } = newApplication()
  await run("migrate")
  const time = "'2026-01-01T00:00:00.000Z'"
  client.exec(`INSERT INTO user (id, name, email, emailVerified, createdAt, updatedAt)
    VALUES ('u1', 'Ada', 'ada@example.com', 1, ${time}, ${time})`)
  const required = 'user: { additionalFields: { tenant: { type: "string", required: true } } }'
  const lacking = newApplication(required, "", file)
  const lack = "user.tenant: No rule gives a value to 1 row, and Better Auth requires one."
  expect(await lacking.run("migrate")).toMatchObject({
    ...{ code: 1, stdout: "Statements run: 1.\n", stderr: expect.stringContaining(lack) },
  })
  const refused = await lacking.run("migrate", "--contract")
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("Rows: u1.")])
  const { run: runFilled } = newApplication(required, 'export const fill = { "user.tenant": "acme" }', file)
  const plan = JSON.parse((await runFilled("migrate", "--dry-run", "--json")).stdout)
  expect(plan.steps).toEqual([
    {
      statement: `UPDATE "user" SET "tenant" = 'acme' WHERE "tenant" IS NULL`,
      why: "user.tenant has no value in 1 row.",
    },
  ])
  const contract = await runFilled("migrate", "--contract")
  expect([contract.code, contract.stderr]).toEqual([0, expect.stringContaining("It stays nullable: SQLite")])
  expect(client.prepare("SELECT tenant FROM user").all()).toEqual([{ tenant: "acme" }])
  const { run: runWrong } = newApplication(required, "export const fill = null", file)
  expect(await runWrong("migrate")).toMatchObject({ code: 3 })
})

test("mortise doctor --better-auth lists duplicate accounts, and migrate --merge-accounts merges them", async () => {
  const { client, run } = newApplication()
  const theirs = { aggregate() {}, prepare: (text: string) => client.prepare(text), close() {} }
  await (await getMigrations({ database: theirs as never })).runMigrations()
  const time = "'2026-01-01T00:00:00.000Z'"
  client.exec(`INSERT INTO user (id, name, email, emailVerified, createdAt, updatedAt)
    VALUES ('u1', 'Ada', 'ada@example.com', 1, ${time}, ${time})`)
  for (const id of ["a1", "a2"])
    client.exec(`INSERT INTO account (id, userId, providerId, accountId, accessToken, createdAt, updatedAt)
      VALUES ('${id}', 'u1', 'google', 'subject', 'secret token', ${time}, ${time})`)
  const doctor = await run("doctor")
  expect(doctor.code).toBe(1)
  expect(doctor.stdout).toContain(
    "error missing_key account: account has no unique key on providerId and accountId",
  )
  expect(doctor.stdout).toContain("google: rows a2, a1, the newest first, of user u1")
  expect(doctor.stdout).not.toMatch(/secret token|subject/)
  const refused = await run("migrate")
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("Nothing was changed")])
  expect((await run("status")).stdout).toContain("Existing rows or tables prevent the migration")
  expect(await run("migrate", "--merge-accounts")).toMatchObject({ code: 0 })
  expect(client.prepare("SELECT id FROM account").all()).toEqual([{ id: "a2" }])
  expect(await run("doctor")).toMatchObject({ code: 0 })
})

test("mortise studio --better-auth serves the rows, read-only without --write", async () => {
  const { client, config, run } = newApplication()
  expect(await run("migrate")).toMatchObject({ code: 0 })
  const time = "'2026-01-01T00:00:00.000Z'"
  client.exec(`INSERT INTO user (id, name, email, emailVerified, createdAt, updatedAt)
    VALUES ('u1', 'Ada', 'ada@example.com', 1, ${time}, ${time})`)
  const options = ["--port", "0", "--better-auth", config]
  const { url, child, end } = await startServer(options, { cwd: root }, "studio")
  const { origin } = new URL(url)
  const opened = await fetch(url, { redirect: "manual" })
  const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? ""
  const users = await (await fetch(`${origin}/api/users`, { headers: { cookie } })).json()
  expect(users).toMatchObject({ users: [{ id: "u1", email: "ada@example.com" }] })
  const headers = { cookie, origin, "content-type": "application/json" }
  const body = JSON.stringify({ userId: "u1", confirm: "ada@example.com" })
  expect((await fetch(`${origin}/api/delete-user`, { method: "POST", headers, body })).status).toBe(403)
  child.kill("SIGINT")
  expect(await end).toMatchObject({ code: 0, stderr: "" })
  expect(client.prepare("SELECT id FROM user").all()).toEqual([{ id: "u1" }])
})

test("refuses files without Better Auth, and options that do not go together", async () => {
  const { run } = newApplication()
  expect(await run("migrate", "--sql", "folder")).toMatchObject({ code: 2 })
  expect(await run("doctor", "--config", "mortise.config.ts")).toMatchObject({ code: 2 })
  expect(await runCommand(["migrate", "--merge-accounts"])).toMatchObject({ code: 2 })
  expect(await runCommand(["doctor", "--better-auth", "missing.ts"])).toMatchObject({
    ...{ code: 3, stderr: expect.stringContaining("does not exist") },
  })
  const other = join(here, `auth-${process.pid}-other.mjs`)
  writeFileSync(other, "export const auth = { options: { database: {} } }\n")
  onTestFinished(() => rmSync(other))
  expect(await runCommand(["doctor", "--better-auth", other])).toMatchObject({
    ...{ code: 3, stderr: expect.stringContaining("must export `auth`") },
  })
})
