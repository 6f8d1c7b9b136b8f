import { createClient } from "@libsql/client"
import { betterAuth } from "better-auth"
import { expect, onTestFinished, test } from "vitest"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { migrate } from "../../../src/better-auth/migrate/index.ts"
import { options } from "./watch-logs.ts"

test("SEC-U6 a missing table or column is not_migrated, and the tables are read again after it", async () => {
  const client = createClient({ url: ":memory:" })
  onTestFinished(() => client.close())
  const database = mortiseDatabase(client)
  const adapter = database(options)
  const addUser = (email: string) => adapter.create({ model: "user", data: { email, name: "Ada" } })
  await expect(addUser("ada@example.com")).rejects.toMatchObject({
    code: "not_migrated",
    message: expect.stringContaining("The table user of the model user does not exist"),
  })

  await migrate(betterAuth({ ...options, database }))
  await addUser("ada@example.com")
  await client.execute("ALTER TABLE user DROP COLUMN createdAt")
  await expect(addUser("eve@example.com")).rejects.toMatchObject({
    code: "not_migrated",
    message: expect.stringContaining("The column createdAt of the model user does not exist"),
  })

  await client.execute("ALTER TABLE user ADD COLUMN createdAt integer")
  await addUser("eve@example.com")
  const { rows } = await client.execute("SELECT typeof(createdAt) AS type FROM user WHERE email LIKE 'eve%'")
  expect(rows[0]?.["type"], "the type of the new column").toBe("integer")
})
