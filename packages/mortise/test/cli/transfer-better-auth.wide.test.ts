import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type BetterAuthOptions, betterAuth } from "better-auth"
import { organization } from "better-auth/plugins"
import { expect, onTestFinished, test } from "vitest"
import { openMariadb } from "../../../workshop/src/servers/mariadb.ts"
import { openPostgres } from "../../../workshop/src/servers/postgres.ts"
import { migrate } from "../../src/better-auth/migrate/index.ts"
import { type AuthDatabase, openMysql, openPg, openSqlite } from "../better-auth/schema/auth-databases.ts"
import { createAuthPeople, peopleFields } from "../studio/support/auth-people.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { commandsOnAuth } from "./support/adapter-in-process.ts"
import { addPages, pages } from "./support/auth-pages.ts"

const postgres = openForTests(openPostgres)
const mariadb = openForTests(openMariadb)

const shared: BetterAuthOptions = {
  baseURL: "http://localhost",
  plugins: [organization(), pages],
  ...peopleFields,
}

async function open(database: AuthDatabase, options = shared) {
  onTestFinished(() => database.close())
  const auth = betterAuth(database.ours(options).options)
  await migrate(auth)
  return { database, auth, run: commandsOnAuth(auth) }
}

/** The rows of a file, in an order that does not depend on the engine. */
const readRows = (file: string): string[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.startsWith('{"row"'))
    .map((line) => JSON.stringify(JSON.parse(line), (_, value) => sortMembers(value)))
    .sort()

const sortMembers = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value

test("rows move from SQLite to PostgreSQL, MariaDB and back, and stay what they are", async () => {
  const [first, folder] = [await open(await openSqlite()), temporaryTree({})]
  await createAuthPeople(first.database)
  await addPages(first.database)
  const others = [
    await openPg(await postgres.database()),
    await openMysql(await mariadb.database()),
    await openPg(await postgres.database()),
    await openSqlite(),
  ]
  expect((await first.run("export", join(folder, "0"))).code).toBe(0)
  for (const [nth, database] of others.entries()) {
    const { run } = await open(database)
    const { code, stderr } = await run("import", join(folder, String(nth)))
    expect(code, stderr).toBe(0)
    expect((await run("import", join(folder, String(nth)))).code).toBe(0)
    expect((await run("export", join(folder, String(nth + 1)))).code).toBe(0)
    expect(readRows(join(folder, String(nth + 1)))).toEqual(readRows(join(folder, "0")))
  }
})

test("numbers that JavaScript would round stay exact between PostgreSQL and MariaDB", async () => {
  const file = join(temporaryTree({}), "rows")
  const [source, target] = [
    await open(await openPg(await postgres.database())),
    await open(await openMysql(await mariadb.database())),
  ]
  await source.database.run("INSERT INTO page (id, views) VALUES ('1', 9007199254740993)")
  await source.run("export", file)
  expect((await target.run("import", file)).code).toBe(0)
  expect(await target.database.rows("SELECT CAST(views AS CHAR) AS views FROM page")).toEqual([
    { views: "9007199254740993" },
  ])
})

test.each([
  ["PostgreSQL", async () => openPg(await postgres.database())],
  ["MariaDB", async () => openMysql(await mariadb.database())],
])("on %s, ids that the database generates go on after those of the file", async (_, openTarget) => {
  const file = join(temporaryTree({}), "rows")
  const options: BetterAuthOptions = { ...shared, advanced: { database: { generateId: "serial" } } }
  const [source, target] = [await open(await openSqlite(), options), await open(await openTarget(), options)]
  const create = async ({ auth }: typeof source, name: string) =>
    (await auth.$context).internalAdapter.createUser(
      {
        name,
        email: `${name}@example.com`,
        emailVerified: true,
      },
      { method: "email-password" },
    )
  for (const name of ["ada", "bob", "eve"]) await create(source, name)
  await source.database.run("DELETE FROM user WHERE id = 2")
  await (await source.auth.$context).internalAdapter.createSession("3")
  await source.run("export", file)
  const { code, stderr } = await target.run("import", file)
  expect(code, stderr).toBe(0)
  expect(await create(target, "zoe")).toMatchObject({ id: "4" })
  const sessions = await (await target.auth.$context).internalAdapter.listSessions("3")
  expect(sessions).toHaveLength(1)
})
