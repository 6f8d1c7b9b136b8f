import { AsyncResource } from "node:async_hooks"
import { join } from "node:path"
import { createClient } from "@libsql/client"
import Database from "libsql"
import { describe, expect, onTestFinished, test } from "vitest"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import type { SqlAdapter } from "../../../src/index.ts"
import { durableObjectAdapter } from "../../../src/stores/sql/adapters/durable-object-adapter.ts"
import { type LibsqlClient, libsqlAdapter } from "../../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { openDurableObject } from "../../edge/emulated-places.ts"
import { inTime } from "./cases.ts"

const newFile = (): string => {
  const { folder, remove } = quickFolder()
  onTestFinished(remove)
  return join(folder, "auth.db")
}

type Opened = { readonly client: object; readonly store: SqlAdapter }

function onLibsql(client: LibsqlClient & { close(): unknown }): Opened {
  onTestFinished(() => void client.close())
  return { client, store: libsqlAdapter(client) }
}

const clients: readonly [name: string, open: () => Opened][] = [
  ["libsql", () => onLibsql(new Database(newFile()))],
  ["@libsql/client on a file", () => onLibsql(createClient({ url: `file:${newFile()}` }))],
  ["@libsql/client in memory", () => onLibsql(createClient({ url: ":memory:" }))],
  [
    "the storage of a Durable Object",
    () => {
      const { storage } = openDurableObject().ctx
      return { client: storage, store: durableObjectAdapter(storage) }
    },
  ],
]

describe.each(clients)("a store on %s, in a transaction of Better Auth", (_, open) => {
  async function opened() {
    const { client, store } = open()
    await migrate(store)
    const { transaction } = mortiseDatabase(client)({})
    const add = (id: string) => store.createUser({ id, email: `${id}@example.com`, emailVerified: null })
    const emailOf = async (id: string) => (await store.getUser(id))?.email
    return { transaction, add, emailOf }
  }

  test("joins it", async () => {
    const { transaction, add, emailOf } = await opened()
    const inside = await inTime(
      transaction(async () => {
        await add("ada")
        return emailOf("ada")
      }),
    )
    expect(inside).toBe("ada@example.com")
    expect(await emailOf("ada")).toBe("ada@example.com")
  })

  test("is rolled back with it", async () => {
    const { transaction, add, emailOf } = await opened()
    const failing = transaction(async () => {
      await add("ada")
      throw new Error("no")
    })
    await expect(inTime(failing)).rejects.toThrow("no")
    expect(await emailOf("ada")).toBeUndefined()
  })

  test("waits for it outside of its callback", async () => {
    const { transaction, add, emailOf } = await opened()
    const outside = new AsyncResource("test")
    let other: Promise<unknown> | undefined
    const running = transaction(async () => {
      await add("ada")
      other = outside.runInAsyncScope(() => add("bob"))
      throw new Error("no")
    })
    await expect(inTime(running)).rejects.toThrow("no")
    await inTime(Promise.resolve(other))
    expect([await emailOf("ada"), await emailOf("bob")]).toEqual([undefined, "bob@example.com"])
  })
})
