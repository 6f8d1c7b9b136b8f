import { createClient } from "@libsql/client"
import Database from "libsql"
import { describe, expect, test } from "vitest"
import { MortiseError } from "../../../src/index.ts"
import { libsql } from "../../../src/sql/drivers/libsql/libsql-client.ts"
import { describeSource } from "../../../src/sql/late-client.ts"
import { betterSqlite3Adapter } from "../../../src/stores/sql/adapters/better-sqlite3-adapter.ts"
import { type LibsqlClient, libsqlAdapter } from "../../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"

const ada = { id: "ada", email: "ada@example.com", emailVerified: null }

const clients: Readonly<Record<string, () => LibsqlClient>> = {
  "@libsql/client": () => createClient({ url: ":memory:" }),
  libsql: () => new Database(":memory:"),
}

describe.each(Object.entries(clients))("a function that returns a client of %s", (_, open) => {
  test("is called at each call, and not before", async () => {
    const client = open()
    let calls = 0
    const adapter = libsqlAdapter(() => {
      calls++
      return client
    })
    expect(calls).toBe(0)
    await migrate(adapter)
    const before = calls
    const user = await adapter.createUser(ada)
    expect(await adapter.getUser(user.id)).toEqual(user)
    expect(calls).toBe(before + 2)
  })

  test("may return another client at each call", async () => {
    const [first, second] = [open(), open()]
    await migrate(libsqlAdapter(first))
    await migrate(libsqlAdapter(second))
    let current = first
    const adapter = libsqlAdapter(async () => current)
    const user = await adapter.createUser(ada)
    current = second
    expect(await adapter.getUser(user.id)).toBeNull()
    current = first
    expect(await adapter.getUser(user.id)).toEqual(user)
  })

  test("has transactions, which are rolled back when the work throws", async () => {
    const client = open()
    await migrate(libsqlAdapter(client))
    const { driver } = describeSource(libsql, () => client)
    const insert = { text: "INSERT INTO users (id, email) VALUES (?, ?)", name: "i", returns: false }
    const work = driver.transaction?.(async (inside) => {
      await inside.run(insert, ["ada", "ada@example.com"])
      throw new Error("undo")
    })
    await expect(work).rejects.toThrow("undo")
    expect(await libsqlAdapter(client).getUser("ada")).toBeNull()
  })
})

test("an error of the function is passed on if it is a MortiseError", async () => {
  const adapter = libsqlAdapter(() => {
    throw new MortiseError("unavailable", "This worker has no binding DB: add it to wrangler.toml.")
  })
  await expect(adapter.getUser("ada")).rejects.toThrow("has no binding DB")
})

test("a call that sent nothing before its deadline is unavailable", async () => {
  const never = new Promise<never>(() => {})
  const adapter = libsqlAdapter(() => never, { timeoutSeconds: 0.05 })
  await expect(adapter.createUser(ada)).rejects.toMatchObject({ code: "unavailable" })
})

test("a client that arrives after the deadline gets no statement", async () => {
  const client = new Database(":memory:")
  await migrate(betterSqlite3Adapter(client))
  let arrive = () => {}
  const late = new Promise<Database.Database>((resolve) => {
    arrive = () => resolve(client)
  })
  const adapter = betterSqlite3Adapter(() => late, { timeoutSeconds: 0.05 })
  await expect(adapter.createUser(ada)).rejects.toMatchObject({ code: "unavailable" })
  arrive()
  await late
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await betterSqlite3Adapter(client).getUser("ada")).toBeNull()
})
