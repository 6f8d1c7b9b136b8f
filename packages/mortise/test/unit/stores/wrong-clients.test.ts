import { join } from "node:path"
import { createClient } from "@libsql/client"
import Database from "libsql"
import { createPool as createMariadbPool } from "mariadb"
import { createPool as createCallbackPool } from "mysql2"
import { createPool as createMysql2Pool } from "mysql2/promise"
import { Pool } from "pg"
import postgres from "postgres"
import { afterAll, describe, expect, test } from "vitest"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { drivers } from "../../../../../scripts/source/drivers.ts"
import type { SqlAdapter } from "../../../src/index.ts"

// None of these connects before it is used.
const uri = "mysql://root@127.0.0.1:1/none"
const clients = {
  pg: new Pool({ host: "127.0.0.1", port: 1 }),
  postgres: postgres("postgres://127.0.0.1:1/none"),
  mysql2: createMysql2Pool({ uri }),
  "mysql2 with callbacks": createCallbackPool({ uri }),
  mariadb: createMariadbPool({ host: "127.0.0.1", port: 1, minimumIdle: 0, initializationTimeout: 0 }),
  libsql: new Database(":memory:"),
  "@libsql/client": createClient({ url: ":memory:" }),
}
afterAll(async () => {
  await Promise.allSettled([clients.mysql2.end(), clients.mariadb.end(), clients.postgres.end()])
  clients["mysql2 with callbacks"].end()
})

type ClientName = keyof typeof clients
type Factory = (client: never, options?: never) => unknown

/** The clients of this file that a factory takes. */
const accepted: Readonly<Record<string, readonly ClientName[]>> = {
  pg: ["pg"],
  // Its pool is pg's.
  neon: ["pg"],
  postgres: ["postgres"],
  mysql2: ["mysql2"],
  mariadb: ["mariadb"],
  libsql: ["libsql", "@libsql/client"],
  // libsql has the interface of better-sqlite3, and works with its adapter.
  "better-sqlite3": ["libsql"],
}

const cases = await Promise.all(
  drivers
    .filter(({ store = "redis" }) => store !== "redis")
    .map(async (driver) => {
      const module = (await import(join(root, driver.source))) as Readonly<Record<string, Factory>>
      const factory: Factory = module[driver.factory] ?? expect.fail(`${driver.source} has no factory`)
      return { name: driver.factory, factory, takes: accepted[driver.name] ?? [] }
    }),
)

describe.each(cases)("SEC-U5 $name", ({ name, factory, takes }) => {
  /** What the client is, and a call to copy. */
  const advice = new RegExp(`^${name} takes .+: ${name}\\(.+\\)\\. It received `)

  const refusal = (client: unknown): string => {
    try {
      factory(client as never)
    } catch (error) {
      expect(error).toMatchObject({ name: "MortiseError", code: "invalid" })
      return (error as Error).message
    }
    return "taken"
  }

  test.each([
    ["nothing", undefined, "It received nothing."],
    ["a connection string", "postgres://user:hunter2@host/db", "It received a string."],
    ["an empty object", {}, "It received an object without"],
    ["a promise of a client", Promise.resolve(clients.pg), "It received a promise: await it first."],
  ])("refuses %s and says what to pass", (_, client, received) => {
    const message = refusal(client)
    expect(message).toMatch(advice)
    expect(message).toContain(received)
    expect(message).not.toContain("hunter2")
  })

  test.each(Object.entries(clients))("takes a client of its own package only (%s)", (clientName, client) => {
    if (takes.includes(clientName as ClientName)) expect(refusal(client)).toBe("taken")
    else expect(refusal(client)).toContain(`${name} takes `)
  })

  const failureOf = async (source: () => unknown) => {
    const adapter = factory(source as never) as SqlAdapter
    return adapter.getUser("00000000-0000-0000-0000-000000000000").then(
      () => "no failure",
      (error) => error,
    )
  }

  test.each([
    ["nothing", () => undefined, "It received nothing."],
    ["an empty object", async () => ({}), "It received an object without"],
    ["another function", () => () => clients.libsql, "It received an object without"],
  ])("refuses a function that returns %s, at the first call", async (_, source, received) => {
    const failure = await failureOf(source)
    expect(failure).toMatchObject({ name: "MortiseError", code: "invalid" })
    expect(failure.message).toMatch(advice)
    expect(failure.message).toContain(received)
  })

  test("reports a function that throws as unavailable, without the message of its error", async () => {
    const failure = await failureOf(() => {
      throw new Error("no secret hunter2")
    })
    expect(failure).toMatchObject({ name: "MortiseError", code: "unavailable" })
    expect(failure.message).toContain(`The function that was passed to ${name} threw`)
    expect(`${failure.message} ${failure.cause?.message}`).not.toContain("hunter2")
  })

  test("refuses a class instead of an instance", () => {
    expect(refusal(Pool)).toMatch(advice)
  })

  test("refuses an option that it does not have", () => {
    const [clientName] = takes
    if (clientName === undefined) return
    expect(() => factory(clients[clientName] as never, { scheme: 1 } as never)).toThrow(
      `${name}: there is no option "scheme"; did you mean "schema"?`,
    )
  })
})
