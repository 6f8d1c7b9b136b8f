import { type BetterAuthOptions, betterAuth } from "better-auth"
import { organization } from "better-auth/plugins"
import { expect, onTestFinished, test } from "vitest"
import { openPostgres } from "../../../workshop/src/servers/postgres.ts"
import { migrate } from "../../src/better-auth/migrate/index.ts"
import { openPg } from "../better-auth/schema/auth-databases.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { commandsOnAuth } from "./support/adapter-in-process.ts"

const server = openForTests(openPostgres)

test("users, sessions and sweep work on PostgreSQL with numbers as ids", async () => {
  const database = await openPg(await server.database())
  onTestFinished(() => database.close())
  const options: BetterAuthOptions = {
    baseURL: "http://localhost",
    plugins: [organization()],
    advanced: { database: { generateId: "serial" } },
  }
  const auth = betterAuth(database.ours(options).options)
  await migrate(auth)
  const { adapter, internalAdapter } = await auth.$context
  for (const name of ["ada", "bob"]) {
    const dates = { createdAt: new Date(), updatedAt: new Date() }
    const data = { name, email: `${name}@example.com`, emailVerified: true, ...dates }
    const user = await adapter.create<typeof data & { id: string }>({ model: "user", data: data as never })
    for (let count = 0; count < 130; count++) await internalAdapter.createSession(user.id)
  }
  const { id } = await adapter.create<{ id: string; name: string; slug: string; createdAt: Date }>({
    model: "organization",
    data: { name: "Acme", slug: "acme", createdAt: new Date() } as never,
  })
  await adapter.create({
    model: "member",
    data: { organizationId: id, userId: "1", role: "owner", createdAt: new Date() },
  })

  const run = commandsOnAuth(auth)
  const runJson = async (...args: readonly string[]) => {
    const { code, stdout } = await run(...args, "--json")
    return [code, JSON.parse(stdout)]
  }
  expect((await run("users", "list")).stdout).toBe(
    "ID  EMAIL            NAME\n1   ada@example.com  ada\n2   bob@example.com  bob\n",
  )
  expect((await run("users", "list", "--after", "1")).stdout).toMatch(
    /^ID .*\n2 {3}bob@example.com {2}bob\n$/,
  )
  expect((await run("users", "show", "nobody")).code).toBe(1)
  const [, { sessions }] = await runJson("sessions", "list", "ada@example.com")
  expect(sessions).toHaveLength(130)
  expect((await run("sessions", "revoke", "1", sessions[0].handle)).code).toBe(0)
  expect((await run("sessions", "revoke", "1", "nothing")).code).toBe(1)
  expect(await runJson("users", "delete", "1", "--yes")).toMatchObject([
    0,
    { deleted: { sessions: 129, member: 1 }, notEnded: [] },
  ])
  expect(await database.rows("SELECT id FROM member")).toEqual([])
  await database.run(`UPDATE session SET "expiresAt" = now() - interval '1 day'`)
  expect(await runJson("sweep", "--batch", "30")).toEqual([0, { removed: 130, finished: true }])
})
