import { expect, test } from "vitest"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { client } from "./clients/libsql.ts"

test("a user to whom a row of another table refers is not deleted, and the error says what to delete", async () => {
  const { adapter, all } = await client.open(":memory:")
  const made = adapter()
  await migrate(made)
  const { id } = await made.createUser({ email: "a@example.com" })
  await all("CREATE TABLE posts (author TEXT REFERENCES users (id))")
  await all(`INSERT INTO posts VALUES ('${id}')`)
  const refused = made.deleteUser(id)
  await expect(refused).rejects.toMatchObject({ code: "conflict", model: "user" })
  await expect(refused).rejects.toThrow("A row of another table refers to this user")
  expect(await made.getUser(id)).toMatchObject({ id })
  await all("DELETE FROM posts")
  expect(await made.deleteUser(id)).toMatchObject({ id })
})
