import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { betterAuth } from "better-auth"
import Database from "libsql"
import { beforeEach, expect, onTestFinished, test } from "vitest"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { migrate } from "../../../src/better-auth/migrate/index.ts"
import { runCommand } from "../../cli/support/run-command.ts"
import { newFile } from "../../support/databases.ts"

// Inside the repository, because the files import packages of it.
const folder = join(root, ".cache/rehearsals")
mkdirSync(folder, { recursive: true })
const library = join(root, "packages/mortise/src/better-auth/index.ts")
let count = 0

/** A file of an application that reads its database from a variable, with more of the module and of its options. */
function writeApplication(options = "", more = "", database = "process.env.DATABASE_URL"): string {
  const config = join(folder, `auth-${process.pid}-${++count}.mjs`)
  writeFileSync(
    config,
    `import { betterAuth } from "better-auth"
import { emailOTP, magicLink } from "better-auth/plugins"
import Database from "libsql"
import { mortiseDatabase } from ${JSON.stringify(library)}
const refuse = () => { throw new Error("A rehearsal must not call the application.") }
const client = new Database(${database})
export const auth = betterAuth({
  baseURL: "http://localhost",
  database: mortiseDatabase(client),
  secret: "a secret for tests that is long enough",
  emailAndPassword: { enabled: true },
  socialProviders: { google: { clientId: "id", clientSecret: "secret" } },
  secondaryStorage: { get: refuse, set: refuse, delete: refuse },
  session: { storeSessionInDatabase: true },
  databaseHooks: { session: { create: { after: refuse } } },
  plugins: [magicLink({ sendMagicLink: refuse }), emailOTP({ sendVerificationOTP: refuse })],
  telemetry: { enabled: false },
  ${options}
})
export const close = () => client.close()
${more}
`,
  )
  onTestFinished(() => rmSync(config))
  return config
}

/** The application's database, with people, and the path of a copy. */
async function openDatabase() {
  const [file, copy] = [newFile(), newFile()]
  const client = new Database(file)
  const options = {
    baseURL: "http://localhost",
    database: mortiseDatabase(client),
    secret: "a secret for tests that is long enough",
    emailAndPassword: { enabled: true },
    telemetry: { enabled: false },
  }
  await migrate({ options })
  const auth = betterAuth(options)
  for (const name of ["ada", "bob"])
    await auth.api.signUpEmail({ body: { email: `${name}@example.com`, password: "a long password", name } })
  const { internalAdapter } = await auth.$context
  const ada = await internalAdapter.findUserByEmail("ada@example.com")
  await internalAdapter.linkAccount({
    userId: String(ada?.user.id),
    providerId: "google",
    accountId: "subject",
  })
  return {
    file,
    copy,
    run: (text: string) => void client.exec(text),
    /** Copies the database, and rehearses on the copy. */
    async rehearse(config: string, ...args: string[]) {
      client.pragma("wal_checkpoint(TRUNCATE)")
      client.close()
      copyFileSync(file, copy)
      const command = ["rehearse", "--better-auth", config, "--on", copy, ...args]
      return runCommand(command, { DATABASE_URL: file })
    },
  }
}

let database: Awaited<ReturnType<typeof openDatabase>>
beforeEach(async () => {
  database = await openDatabase()
})

const listProbes = (stdout: string) =>
  (JSON.parse(stdout).probes as { way: string; tried: number; failures: unknown[] }[]).map(
    ({ way, tried, failures }) => [way, tried, failures.length],
  )

test("a rehearsal signs in in every way on the copy, and leaves the application and its database alone", async () => {
  const { rehearse, file, copy } = database
  const before = () => readFileSync(file)
  const { code, stdout, stderr } = await rehearse(writeApplication(), "--json")
  expect([code, stderr]).toEqual([0, ""])
  const contents = before()
  expect(JSON.parse(stdout)).toMatchObject({ isCompared: true, refusals: [] })
  expect(listProbes(stdout)).toEqual([
    ["new user with a password", 1, 0],
    ["magic-link", 1, 0],
    ["email-otp", 1, 0],
    ["credential", 2, 0],
    ["google", 1, 0],
  ])
  const client = new Database(copy)
  onTestFinished(() => void client.close())
  const emails = client.prepare("SELECT email FROM user ORDER BY email").all()
  expect(emails).toEqual([{ email: "ada@example.com" }, { email: "bob@example.com" }])
  expect(before().equals(contents)).toBe(true)
})

test("it says which rows could not sign in, and exits with 1", async () => {
  const { rehearse, run } = database
  // Better Auth 1.7 looks a password up by the user's id.
  run(`UPDATE account SET accountId = 'ada@example.com' WHERE accountId <> 'subject'
    AND userId = (SELECT id FROM user WHERE email = 'ada@example.com')`)
  run("PRAGMA foreign_keys = OFF; UPDATE account SET userId = 'nobody' WHERE providerId = 'google'")
  const { code, stdout, stderr } = await rehearse(writeApplication())
  expect(code).toBe(1)
  expect(stdout).toContain("credential: 1 of 2 signed in")
  expect(stderr).toMatch(/credential, \w+: INVALID_EMAIL_OR_PASSWORD\./)
  expect(stderr).toMatch(/google, \w+: Its user does not exist\./)
})

const required = `user: { additionalFields: { tenant: { type: "string", required: true } } },`

test("a required column without a rule fails the rehearsal, and the file's rule passes it", async () => {
  const { rehearse } = database
  const { code, stderr } = await rehearse(writeApplication(required))
  expect([code, stderr]).toEqual([1, expect.stringContaining("user.tenant: No rule gives a value to 2 rows")])
})

test("the rules of the file fill the copy", async () => {
  const { rehearse, copy } = database
  const config = writeApplication(required, 'export const fill = { "user.tenant": "acme" }')
  expect(await rehearse(config)).toMatchObject({ code: 0 })
  const client = new Database(copy)
  onTestFinished(() => void client.close())
  expect(client.prepare("SELECT DISTINCT tenant FROM user").all()).toEqual([{ tenant: "acme" }])
})

test("the application's own database is refused, by any of its paths, and a file that ignores the variable", async () => {
  const { file, copy, rehearse } = database
  const link = newFile()
  symlinkSync(file, link)
  for (const on of [file, `file:${file}`, link]) {
    const refused = await runCommand(["rehearse", "--better-auth", writeApplication(), "--on", on], {
      DATABASE_URL: file,
    })
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringContaining("--on is the database that the application uses"),
    ])
  }
  const ignoring = await rehearse(writeApplication("", "", JSON.stringify(file)))
  expect([ignoring.code, ignoring.stderr]).toEqual([
    3,
    expect.stringContaining("the file opens another database"),
  ])
  const client = new Database(copy)
  onTestFinished(() => void client.close())
  expect(client.prepare("SELECT COUNT(*) AS n FROM session").all()).toEqual([{ n: 2 }])
})
