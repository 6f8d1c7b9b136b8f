import type { Adapter as AuthAdapter } from "@auth/core/adapters"
import { describe, expect, test } from "vitest"
import { suiteOptionsOnOfficialTables } from "../../../workshop/src/tests/tier.ts"
import { inspect } from "../../src/stores/sql/migrate/inspect.ts"
import { migrate } from "../../src/stores/sql/migrate/migrate.ts"
import { openApp } from "../authjs/harness/app.ts"
import { DAY } from "../authjs/harness/clock.ts"
import { conform } from "../stores/servers/support/conform.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { installOrms } from "./install.ts"
import { sqliteDatabases } from "./support/databases.ts"

await installOrms()
const { documented } = await import("./drizzle/documented.ts")
const { stores } = await import("./presets/stores.ts")
const { exchange } = await import("./presets/exchange.ts")

describe.each(documented)(
  "the documented application of Drizzle on $engine",
  ({ engine, statements, open }) => {
    const store = stores[engine]
    const server = openForTests(() => (engine === "sqlite" ? sqliteDatabases.serve() : store.open()))

    const openTables = async () => {
      const url = await server.database()
      await store.execute(url, ...(await statements()))
      await store.setZone(url, "Asia/Kolkata")
      return open(url)
    }

    test("people who are signed in stay signed in when the import changes, and when it changes back", async () => {
      const { official, ours, close } = await openTables()
      let current: AuthAdapter = official
      const adapter = new Proxy({} as Required<AuthAdapter>, {
        get: (_, name) => current[name as keyof AuthAdapter],
        has: (_, name) => name in current,
      })
      const app = await openApp(async () => ({
        adapter: Object.fromEntries(
          Object.keys(ours).map((name) => [name, (...args: [never]) => adapter[name as "getUser"](...args)]),
        ) as unknown as Required<AuthAdapter>,
        rows: async () => [],
        close: async () => void (await close()),
      }))
      const { client, mail, clock } = app
      await client.signInWith("acme", "ada")
      await app.openClient().requestLink("grace@example.com")
      const before = await client.session()
      expect(before.user).toMatchObject({ name: "Ada Lovelace" })

      current = ours as unknown as AuthAdapter
      expect(await client.session()).toEqual(before)
      clock.travel(2 * DAY)
      expect((await client.session()).user, "after the session was extended").toEqual(before.user)
      expect((await client.signInWith("acme", "ada")).path, "signing in again").toBe("/")
      clock.travel(-2 * DAY)
      const other = app.openClient()
      expect((await other.visit(mail.linkFor("grace@example.com"))).path, "a link sent before").toBe("/")

      current = official
      expect((await client.session()).user).toEqual(before.user)
      expect((await other.session()).user).toMatchObject({ email: "grace@example.com" })
      await client.signOut()
      current = ours as unknown as AuthAdapter
      expect(await client.session()).toBeNull()
      expect(app.takeErrors()).toEqual([])
      await app.close()
    })

    test("both adapters read what the other one wrote", async () => {
      const { official, ours, close } = await openTables()
      await exchange(official, ours)
      await close()
    })

    test("inspect finds nothing that the application cannot work with, and migrate changes nothing", async () => {
      const { ours, close } = await openTables()
      const { findings } = await inspect(ours)
      expect(findings.map(({ code }) => code)).not.toContain("missing_column")
      expect(findings.find(({ model }) => model === "slot")?.why).toContain("add it to the schema of Drizzle")
      const printed: string[] = []
      expect(await migrate(ours, { onStatement: (text) => printed.push(text) })).toEqual({
        version: 0,
        steps: [],
      })
      expect(printed[0]).toContain("Drizzle manages these tables")
      await close()
    })

    test("passes the suite, but for the guarantees that the manifest lacks", async () => {
      await conform(async () => {
        const { ours, close } = await openTables()
        return { adapter: ours, close }
      }, suiteOptionsOnOfficialTables)
    }, 600_000)
  },
)
