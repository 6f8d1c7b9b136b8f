import { readFile } from "node:fs/promises"
import { describe, expect, test } from "vitest"
import { suiteOptionsOnOfficialTables } from "../../../workshop/src/tests/tier.ts"
import { prismaAdapter } from "../../src/stores/sql/orms/prisma/prisma-adapter.ts"
import { conform } from "../stores/servers/support/conform.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { someone } from "../support/people.ts"
import { installOrms } from "./install.ts"

await installOrms()
const { PrismaAdapter } = await import("@auth/prisma-adapter")
const { exchange } = await import("./presets/exchange.ts")
const { stores } = await import("./presets/stores.ts")
const { documentedClients } = await import("./prisma/documented-clients.ts")

type Dated = { readonly createdAt: Date; readonly updatedAt: Date }

describe.each(documentedClients)("the documented models, through $name", ({ engine, statements, open }) => {
  const server = openForTests(stores[engine].open)

  async function database(): Promise<string> {
    const url = await server.database()
    await stores[engine].execute(url, await readFile(new URL(statements, import.meta.url), "utf8"))
    return url
  }

  test.each(["America/New_York", "Asia/Kolkata"] as const)(
    "both adapters read what the other one wrote, with connections in %s",
    async (zone) => {
      const url = await database()
      await stores[engine].setZone(url, zone)
      const { prisma, close } = await open(url)
      await exchange(PrismaAdapter(prisma as never), prismaAdapter(prisma), true)
      await close()
    },
  )

  test("passes the suite, but for the guarantees that the models lack", async () => {
    await conform(async () => {
      const { prisma, close } = await open(await database())
      return { adapter: prismaAdapter(prisma, { onWarning: () => {} }), close }
    }, suiteOptionsOnOfficialTables)
  }, 1_800_000)

  test("both adapters read what the other one wrote, inside a transaction", async () => {
    const url = await database()
    await stores[engine].setZone(url, "America/New_York")
    const { prisma, close } = await open(url)
    await prisma.$transaction((tx) => exchange(PrismaAdapter(tx as never), prismaAdapter(tx), true), {
      timeout: 60_000,
    })
    await close()
  })

  test("Prisma's dates of creation and change are written as Prisma does", async () => {
    const url = await database()
    await stores[engine].setZone(url, "America/New_York")
    const { prisma, close } = await open(url)
    const users = (prisma as unknown as { user: { findUnique(query: object): Promise<Dated> } }).user
    const before = Date.now()
    const { id } = await prismaAdapter(prisma).createUser(someone())
    const created = await users.findUnique({ where: { id } })
    expect(created.createdAt.getTime()).toBeGreaterThanOrEqual(before)
    expect(created.createdAt.getTime()).toBeLessThanOrEqual(Date.now())
    await new Promise((resolve) => setTimeout(resolve, 5))
    await prismaAdapter(prisma).updateUser({ id, name: "Grace" })
    const changed = await users.findUnique({ where: { id } })
    expect(changed.createdAt).toEqual(created.createdAt)
    expect(changed.updatedAt.getTime()).toBeGreaterThan(created.updatedAt.getTime())
    expect(id).toMatch(/^c[0-9a-z]{24}$/)
    await close()
  })
})
