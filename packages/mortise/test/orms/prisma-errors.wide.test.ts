import { describe, expect, test } from "vitest"
import { startMariadb } from "../../../workshop/src/servers/mariadb.ts"
import { startPostgres } from "../../../workshop/src/servers/postgres.ts"
import { startProxy } from "../../../workshop/src/servers/proxy.ts"
import { prismaAdapter } from "../../src/stores/sql/orms/prisma/prisma-adapter.ts"
import { describeRefusals } from "../stores/servers/support/describe-refusals.ts"
import { newDatabase } from "../support/engines.ts"
import { failure } from "../support/failure.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { signIn, someone } from "../support/people.ts"
import { installOrms } from "./install.ts"

await installOrms()
const { prismaOnMariadb, prismaOnPostgres } = await import("./prisma/engines.ts")
const { clientWithoutModels } = await import("./prisma/clients.ts")
const { PrismaPg } = await import("@prisma/adapter-pg")

const cases = [
  { engine: prismaOnPostgres, start: startPostgres },
  { engine: prismaOnMariadb, start: startMariadb },
]

describe.each(cases)("$engine.name", ({ engine, start }) => {
  const server = openForTests(start)

  describeRefusals(engine, () => server)

  async function openThroughProxy() {
    const url = await newDatabase(engine, server)
    const proxy = await startProxy(server.port)
    const client = engine.connect(proxy.through(url), 1)
    const adapter = client.adapter()
    const { user } = await signIn(adapter)
    const close = async () => {
      await client.close()
      await proxy.close()
    }
    return { adapter, user, proxy, close }
  }

  test("a lost answer to an insert: the row may exist", async () => {
    const { adapter, proxy, close } = await openThroughProxy()
    const given = someone()
    proxy.loseAnswer((sent) => sent.includes("INSERT"))
    await failure(adapter.createUser(given), "indeterminate")
    expect(await adapter.getUserByEmail(given.email)).toMatchObject({ email: given.email })
    await close()
  })

  test("a lost answer to a COMMIT: the change may have been applied", async () => {
    const { adapter, user, proxy, close } = await openThroughProxy()
    proxy.loseAnswer((sent) => sent.includes("COMMIT"))
    await failure(adapter.deleteUser(user.id), "indeterminate")
    expect(await adapter.getUser(user.id)).toBeNull()
    await close()
  })

  test("a connection that is lost in the middle of a transaction: it is run again", async () => {
    const { adapter, user, proxy, close } = await openThroughProxy()
    proxy.loseAnswer((sent) => sent.includes("DELETE"))
    expect(await adapter.deleteUser(user.id)).toMatchObject({ id: user.id })
    await close()
  })

  test("a lost answer to a lookup: it is run again", async () => {
    const { adapter, user, proxy, close } = await openThroughProxy()
    proxy.loseAnswer()
    expect(await adapter.getUser(user.id)).toMatchObject({ id: user.id })
    await close()
  })
})

describe("transactions that Prisma ends", () => {
  const server = openForTests(startPostgres)

  async function open(transactionOptions: object = {}) {
    const url = await newDatabase(prismaOnPostgres, server)
    const PrismaClient = await clientWithoutModels("postgresql")
    return new PrismaClient({ adapter: new PrismaPg({ connectionString: url, max: 1 }), transactionOptions })
  }

  test("at their time limit: the caller can run the transaction again", async () => {
    const prisma = await open()
    const work = prisma.$transaction(
      async (tx) => {
        await new Promise((resolve) => setTimeout(resolve, 200))
        const { message } = await failure(prismaAdapter(tx).createUser(someone()), "transient")
        expect(message).toContain("raise `timeout`")
      },
      { timeout: 100 },
    )
    await expect(work).rejects.toMatchObject({ code: "P2028" })
    await prisma.$disconnect()
  })

  test("after their callback: the handle cannot be used any more", async () => {
    const prisma = await open()
    const tx = await prisma.$transaction(async (transaction) => [transaction])
    await failure(prismaAdapter(tx[0] as never).createUser(someone()), "unavailable")
    await prisma.$disconnect()
  })

  test("that cannot start, because all connections are in use, send nothing", async () => {
    const prisma = await open({ maxWait: 100 })
    const adapter = prismaAdapter(prisma)
    const { user } = await signIn(adapter)
    await prisma.$transaction(async () => {
      const { message } = await failure(adapter.deleteUser(user.id), "unavailable")
      expect(message).toContain("raise `maxWait`")
    })
    expect(await adapter.deleteUser(user.id)).toMatchObject({ id: user.id })
    await prisma.$disconnect()
  })
})
