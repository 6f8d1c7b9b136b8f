import { readFile } from "node:fs/promises"
import type { Adapter } from "@auth/core/adapters"
import { describe, expect, test } from "vitest"
import { prismaAdapter } from "../../src/stores/sql/orms/prisma/prisma-adapter.ts"
import { openApp, type Store } from "../authjs/harness/app.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { installOrms } from "./install.ts"

await installOrms()
const { PrismaAdapter } = await import("@auth/prisma-adapter")
const { stores } = await import("./presets/stores.ts")
const { documentedClients } = await import("./prisma/documented-clients.ts")

describe.each(documentedClients)("an application of the documentation, through $name", (client) => {
  const { engine, statements, open } = client
  const server = openForTests(stores[engine].open)

  test("switched to prismaAdapter and back: people who are signed in stay signed in", async () => {
    const url = await server.database()
    await stores[engine].execute(url, await readFile(new URL(statements, import.meta.url), "utf8"))
    await stores[engine].setZone(url, "America/New_York")
    const { prisma, close } = await open(url)
    const official = PrismaAdapter(prisma as never)
    const app = await openApp(async () => ({ adapter: official, rows: async () => [], close }) as Store)
    const { client: ada, mail, configure } = app
    const grace = app.openClient()

    await ada.requestLink("ada@example.com")
    await ada.visit(mail.linkFor("ada@example.com"))
    await grace.signInWith("acme", "grace")
    const [before, other] = [await ada.session(), await grace.session()]
    expect(before.user.email).toBe("ada@example.com")

    configure({ adapter: prismaAdapter(prisma) as unknown as Adapter })
    expect(await ada.session()).toEqual(before)
    expect(await grace.session()).toEqual(other)
    const user = await official.getUserByEmail?.("ada@example.com")
    await ada.signOut()
    expect(await ada.session()).toBeNull()
    await ada.requestLink("ada@example.com")
    await ada.visit(mail.linkFor("ada@example.com"))
    expect((await ada.session()).user.email).toBe("ada@example.com")
    expect((await official.getUserByEmail?.("ada@example.com"))?.id).toBe(user?.id)
    const again = app.openClient()
    await again.signInWith("acme", "grace")
    expect((await again.session()).user).toEqual(other.user)

    configure({ adapter: official })
    expect((await ada.session()).user.email).toBe("ada@example.com")
    expect((await again.session()).user).toEqual(other.user)
    expect(app.takeErrors()).toEqual([])
    await app.close()
  })
})
