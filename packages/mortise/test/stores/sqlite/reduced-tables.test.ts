import { expect, test } from "vitest"
import { defineSchema, manifest } from "../../../src/index.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { client } from "./clients/libsql.ts"

const schema = defineSchema({ preset: "authjs-drizzle" })
const users =
  "CREATE TABLE user (id text PRIMARY KEY, name text, email text, emailVerified integer, image text)"

test("the first call reads what existing tables lack, for all adapters on the client", async () => {
  const { adapter, all, close } = await client.open(":memory:")
  await all(users)
  const made = adapter({ schema })
  await made.getUser("1")
  expect(manifest(made)?.missingGuarantees).toContain("unique_emails")
  expect(manifest(adapter({ schema }))?.missingGuarantees).toContain("unique_emails")
  await close()
})

test("tables of another client are other tables", async () => {
  const { adapter, close } = await client.open(":memory:")
  await migrate(adapter({ schema }))
  expect(manifest(adapter({ schema }))?.missingGuarantees).not.toContain("unique_emails")
  await close()
})
