import { describe, expect, test } from "vitest"
import { defineSchema, extras } from "../../src/index.ts"
import { inspect, migrate } from "../../src/stores/sql/migrate/index.ts"
import { prismaAdapter } from "../../src/stores/sql/orms/prisma/prisma-adapter.ts"
import { failure } from "../support/failure.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { signIn, someAccount, someone } from "../support/people.ts"
import { installOrms } from "./install.ts"
import { sqliteDatabases } from "./support/databases.ts"

await installOrms()
const { prismaStores } = await import("./prisma/stores.ts")
const { clientWithoutModels } = await import("./prisma/clients.ts")
const { PrismaLibSql } = await import("@prisma/adapter-libsql")
const { default: Database } = await import("libsql")

describe.each(prismaStores)("$name", ({ databases, connect }) => {
  const server = openForTests(databases.serve)

  test("migrate creates the tables, and the ids that the database generates are returned", async () => {
    const { prisma, close } = await connect(await server.database())
    const schema = defineSchema({ ids: "serial" })
    const adapter = prismaAdapter(prisma, { schema })
    await migrate(adapter, { onStatement: () => {} })
    expect((await inspect(adapter)).findings).toEqual([])
    await adapter.createUser(someone())
    const one = await adapter.createUser(someone())
    expect(await adapter.getUserByEmail(one.email)).toMatchObject({ id: one.id })
    const two = await extras(adapter)?.signUp?.({ user: someone(), account: someAccount("") })
    expect(two?.account?.userId).toBe(two?.user.id)
    const { user, session } = await prisma.$transaction((tx) => signIn(prismaAdapter(tx, { schema })))
    expect(await adapter.getSessionAndUser(session.sessionToken)).toMatchObject({ user: { id: user.id } })
    await close()
  })
})

describe("files of SQLite", () => {
  const server = openForTests(sqliteDatabases.serve)

  test("that another process has locked: every acknowledged write is committed", async () => {
    const url = await server.database()
    await sqliteDatabases.execute(url, ...sqliteDatabases.tables)
    const PrismaClient = await clientWithoutModels("sqlite")
    const prisma = new PrismaClient({ adapter: new PrismaLibSql({ url }) })
    const adapter = prismaAdapter(prisma)
    await signIn(adapter)
    const other = new Database(url.replace(/^file:/, ""))
    for (let round = 1; round <= 5; round++) {
      other.exec("BEGIN IMMEDIATE")
      const writes = Promise.all([
        adapter.createUser(someone()),
        extras(adapter)?.signUp?.({ user: someone(), account: someAccount("") }),
      ])
      await new Promise((resolve) => setTimeout(resolve, 50))
      other.exec("COMMIT")
      await writes
      expect(other.prepare("SELECT count(*) AS count FROM users").get()).toMatchObject({
        count: 1 + 2 * round,
      })
    }
    other.close()
    await prisma.$disconnect()
  })

  test("in memory: the tables of Prisma's own client are used", async () => {
    const PrismaClient = await clientWithoutModels("sqlite")
    const prisma = new PrismaClient({ adapter: new PrismaLibSql({ url: ":memory:" }) })
    const adapter = prismaAdapter(prisma)
    await failure(adapter.createUser(someone()), "not_migrated")
    for (const text of sqliteDatabases.tables) await prisma.$executeRawUnsafe(text)
    const { user, session } = await signIn(adapter)
    expect(await adapter.getSessionAndUser(session.sessionToken)).toMatchObject({ user: { id: user.id } })
    expect(await prisma.$queryRawUnsafe("SELECT id FROM users")).toEqual([{ id: user.id }])
    await prisma.$disconnect()
  })
})
