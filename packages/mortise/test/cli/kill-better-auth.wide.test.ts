import { copyFileSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { betterAuth } from "better-auth"
import Database from "libsql"
import { expect, onTestFinished, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { mortiseDatabase } from "../../src/better-auth/index.ts"
import { migrate } from "../../src/better-auth/migrate/index.ts"
import { encryptedTokens } from "../../src/layers/index.ts"
import { testKeys } from "../layers/support/test-keys.ts"
import { newFile } from "../support/databases.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { commandsOnAuth } from "./support/adapter-in-process.ts"
import { runCli } from "./support/run-cli.ts"

const modules = join(root, "node_modules")
const dist = join(root, "packages/mortise/dist")
const shared = {
  baseURL: "http://localhost",
  secret: "a secret for tests that is long enough",
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
}

/** A file of Better Auth whose process is killed before its nth statement that starts with one of the words. */
const writeKilledAt = (words: string, nth: number): string => {
  const file = "auth.mjs"
  return join(
    temporaryTree({
      [file]: `
        import Database from "${join(modules, "libsql/index.js")}"
        import { betterAuth } from "${join(modules, "better-auth/dist/index.mjs")}"
        import { mortiseDatabase } from "${dist}/better-auth/index.js"
        import { encryptedTokens } from "${dist}/layers/index.js"
        const client = new Database(process.env.DATABASE_URL)
        let statements = 0
        const count = (text) => {
          if (/^(${words})/.test(text) && ++statements === ${nth}) process.kill(process.pid, "SIGKILL")
        }
        for (const name of ["prepare", "exec"]) {
          const call = client[name].bind(client)
          client[name] = (text) => {
            if (name === "exec") count(text)
            const statement = call(text)
            for (const way of name === "prepare" ? ["run", "all", "get"] : []) {
              const run = statement[way].bind(statement)
              statement[way] = (...values) => { count(text); return run(...values) }
            }
            return statement
          }
        }
        const database = encryptedTokens(mortiseDatabase(client), { keys: ${JSON.stringify(testKeys)} })
        export const auth = betterAuth({ ...${JSON.stringify(shared)}, database })`,
    }),
    file,
  )
}

/** A database with people, each with a password and a provider, half of whose tokens are encrypted with an old key. */
async function openPeople() {
  const file = newFile()
  const client = new Database(file)
  onTestFinished(() => void client.close())
  const plain = mortiseDatabase(client)
  const auth = betterAuth({ ...shared, database: plain })
  await migrate(auth)
  const old = betterAuth({ ...shared, database: encryptedTokens(plain, { keys: testKeys.slice(1) }) })
  for (const [nth, name] of ["ada", "bob", "cleo", "dan", "eve", "fay"].entries()) {
    const body = { email: `${name}@example.com`, password: "a long password", name }
    const { user } = await auth.api.signUpEmail({ body })
    const { internalAdapter } = await (nth % 2 === 0 ? auth : old).$context
    const account = { userId: user.id, providerId: "google", accountId: name }
    await internalAdapter.linkAccount({ ...account, accessToken: `${name}-canary` })
  }
  const close = () => client.pragma("wal_checkpoint(TRUNCATE)")
  return { file, client, plain, auth, close }
}

const readTable = (client: Database.Database, table: string) =>
  client.prepare(`SELECT * FROM "${table}" ORDER BY id`).all()

const run = async (file: string, words: string, nth: number, ...args: readonly string[]) => {
  const command = [...args, "--better-auth", writeKilledAt(words, nth), "--json"]
  return runCli(command, { cwd: temporaryTree({}), env: { DATABASE_URL: file } })
}

test("mortise import --better-auth that is killed again and again creates no row twice", async () => {
  const people = await openPeople()
  const rows = join(temporaryTree({}), "rows.jsonl")
  expect((await commandsOnAuth(people.auth)("export", rows)).code).toBe(0)
  const file = newFile()
  const client = new Database(file)
  onTestFinished(() => void client.close())
  await migrate(betterAuth({ ...shared, database: mortiseDatabase(client) }))
  for (const nth of [5, 9]) expect((await run(file, "INSERT", nth, "import", rows)).code).toBeNull()
  expect(readTable(client, "user").length).toBeGreaterThan(0)
  expect(readTable(client, "account").length).toBeLessThan(12)
  expect((await run(file, "none", 0, "import", rows)).code).toBe(0)
  for (const table of ["user", "account", "session"])
    expect(readTable(client, table)).toEqual(readTable(people.client, table))
})

test("mortise rotate-keys --better-auth that is killed leaves every token readable, and the next run finishes", async () => {
  const { file, client, plain } = await openPeople()
  const readTokens = async (keys: typeof testKeys) => {
    const auth = betterAuth({ ...shared, database: encryptedTokens(plain, { keys }) })
    const accounts = await (await auth.$context).adapter.findMany<{ accountId: string; accessToken: string }>(
      {
        model: "account",
        where: [{ field: "providerId", value: "google" }],
      },
    )
    return accounts.map(({ accountId, accessToken }) => [accountId, accessToken]).sort()
  }
  const expected = await readTokens(testKeys)
  expect(expected).toContainEqual(["ada", "ada-canary"])
  const countNew = () => JSON.stringify(readTable(client, "account")).split('"enc1.new.').length - 1
  expect((await run(file, "UPDATE", 3, "rotate-keys")).code).toBeNull()
  expect([countNew() > 0, countNew() < 6]).toEqual([true, true])
  expect(await readTokens(testKeys)).toEqual(expected)
  expect((await run(file, "none", 0, "rotate-keys")).code).toBe(0)
  expect(countNew()).toBe(6)
  expect(await readTokens(testKeys.slice(0, 1))).toEqual(expected)
})

test.each([
  ["while it migrates", "ALTER|CREATE", 2],
  ["while it signs in", "INSERT", 4],
])(
  "mortise rehearse that is killed %s leaves the application's rows alone, and runs again",
  async (_, words, nth) => {
    const { file, client, close } = await openPeople()
    client.exec('DROP TABLE "verification"; ALTER TABLE "user" DROP COLUMN "image"')
    close()
    const copy = newFile()
    copyFileSync(file, copy)
    const contents = readFileSync(file)
    const args = ["rehearse", "--on", copy]
    expect((await run(file, words, nth, ...args)).code).toBeNull()
    const { code, stdout, stderr } = await run(file, "none", 0, ...args)
    expect([code, stderr]).toEqual([0, ""])
    const { probes } = JSON.parse(stdout) as { probes: { failures: unknown[] }[] }
    expect(probes.flatMap(({ failures }) => failures)).toEqual([])
    expect(readFileSync(file).equals(contents)).toBe(true)
  },
)
