import { runBetterAuth } from "@mortise/conformance/better-auth"
import { describe, expect, test } from "vitest"
import { flows } from "../../../../conformance/src/suites/better-auth/flows/index.ts"
import { openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { migrate } from "../../../src/better-auth/migrate/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { clients } from "../conformance/clients.ts"
import { casesWithoutStorage, problemsOf } from "../conformance/problems.ts"
import type { Opened } from "../conformance/setup-on.ts"
import { apiKeyPlugin } from "../plugins.ts"
import { type Adapter, fill, forCaller, options, tenants } from "./open-tenants.ts"
import { createTwin } from "./with-twin.ts"

type Session = { readonly userAgent: string; readonly user: { readonly name: string } }

const [postgres, mariadb] = [openForTests(openPostgres), openForTests(openMariadb)]
// The flows take most of the time, and differ by the database little.
const listCases = (name: string): string[] =>
  casesWithoutStorage.filter((one) => name === "pg" || !flows.includes(one)).map(({ id }) => id)

describe.each([
  ["pg", () => postgres.database()],
  ["mysql2", () => mariadb.database()],
  ["mysql2 as on MySQL", () => mariadb.database()],
] as const)("with tenants, on %s", (name, newDatabase) => {
  test("mortiseDatabase conforms beside a twin with equal keys, and changes none of its rows", async () => {
    const url = await newDatabase()
    const twin = createTwin()
    const plugins = [await apiKeyPlugin()]
    const factory = () => ({ ...twin.setup(clients[name](url)), plugins })
    const only = listCases(name)
    expect(problemsOf(await runBetterAuth({ factory, only, seed: 1, onLine: false }))).toEqual([])

    const { client, close } = clients[name](url)
    const { rows, changed } = await twin.check(client)
    await close()
    expect(changed).toEqual([])
    expect(rows).toBeGreaterThan(500)
  }, 300_000)

  test("lookups of each tenant share statements, and find its own rows", async () => {
    const { client, migrating = client, close } = clients[name](await newDatabase()) as Opened
    const statements: string[] = []
    const settings = { ...forCaller, onStatement: (text: string) => statements.push(text) }
    const database = mortiseDatabase(client, settings)
    const authOptions = { ...options, advanced: { database: { joins: true } }, database }
    await migrate({ options: { ...authOptions, database: mortiseDatabase(migrating, forCaller) } })
    const adapter = database(authOptions) as unknown as Adapter
    const names = ["acme", "acme-2", "globex"]
    for (const tenant of names) await tenants.run(tenant, () => fill(adapter, tenant))
    await tenants.run("acme", () =>
      adapter.delete({ model: "session", where: [{ field: "id", value: "eve1" }] }),
    )

    const find = (tenant: string, id: string) =>
      tenants.run(tenant, () =>
        adapter.findOne<Session>({
          model: "session",
          where: [{ field: "token", value: `token-${id}-1` }],
          join: { user: true },
        }),
      )
    await find("acme", "ada")
    statements.length = 0
    const asked = Array.from({ length: 4 }, () =>
      names.flatMap((tenant) => ["ada", "eve", "nobody"].map((id) => [tenant, id] as const)),
    ).flat()
    const found = await Promise.all(asked.map(([tenant, id]) => find(tenant, id)))
    expect(found.map((row) => row && [row.userAgent, row.user.name])).toEqual(
      asked.map(([tenant, id]) =>
        id === "nobody" || (tenant === "acme" && id === "eve") ? null : [tenant, `${id} of ${tenant}`],
      ),
    )
    expect(statements.length).toBeLessThan(asked.length / 2)
    await close?.()
  })
})
