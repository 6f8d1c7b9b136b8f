import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { drivers, onEveryEngine } from "../../../../../scripts/source/drivers.ts"
import type { SqlAdapter } from "../../../src/contract/adapter.ts"
import { manifest } from "../../../src/contract/adapter-parts.ts"
import { libsqlAdapter } from "../../../src/stores/sql/adapters/libsql-adapter.ts"
import { tursoAdapter } from "../../../src/stores/sql/adapters/turso-adapter.ts"

const touched = () => expect.unreachable("a factory touched its client")

/** A client with members that nothing may call, or read if they are states. */
const untouchable = (members: readonly string[]): object =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      members.map((name) => [name, /^i[ns][A-Z]/.test(name) ? { get: touched } : { value: touched }]),
    ),
  )

type Factory = (client: never) => SqlAdapter

/** An adapter on a client that has nothing but the members that the factory asks for, one by one. */
function makeUntouched(factory: Factory, members: readonly string[] = []): SqlAdapter {
  try {
    return factory(untouchable(members) as never)
  } catch (error) {
    const [, missing] = /It received an object without `(\w+)`/.exec((error as Error).message) ?? []
    if (missing === undefined || members.includes(missing)) throw error
    return makeUntouched(factory, [...members, missing])
  }
}

const factories = await Promise.all(
  drivers
    .filter(({ name, store }) => store === "sqlite" && !onEveryEngine.includes(name))
    .map(async ({ name, factory, source }) => {
      const module = (await import(join(root, source))) as Readonly<Record<string, Factory>>
      return [name, () => makeUntouched(module[factory] ?? expect.fail(`${source} has no factory`))] as const
    }),
)
const libsqlClient = () => libsqlAdapter({ execute: touched, batch: touched, protocol: "http" })

describe.each([...factories, ["@libsql/client", libsqlClient] as const])(
  "the factory for %s",
  (name, make) => {
    test("does not touch its client", () => {
      expect(Object.keys(make())).toHaveLength(19)
    })

    test("has the manifest of SQLite", () => {
      expect(manifest(make())).toMatchObject({
        store: "sqlite",
        removal: "atomic",
        durability: ["d1", "durable-object"].includes(name) ? "replicated" : "process",
        roundTrips: { getSessionAndUser: 1, createUser: 1, deleteUser: 1, useVerificationToken: 1 },
      })
    })
  },
)

test.each([
  ["libsqlAdapter", libsqlAdapter],
  ["tursoAdapter", tursoAdapter],
])(
  "%s refuses a connection of @tursodatabase/serverless, which prepares statements on the server",
  (name, make) => {
    const own = { inTransaction: false, transactionAsync: touched, reconnect: touched }
    expect(() => make({ prepare: touched, exec: touched, ...own } as never)).toThrow(`${name} takes`)
  },
)
