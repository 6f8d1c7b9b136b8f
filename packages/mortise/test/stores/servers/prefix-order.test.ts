import { expect, test } from "vitest"
import { execute } from "../../../../workshop/src/servers/postgres.ts"
import { upkeep } from "../../../src/index.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { pg } from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"

const server = openForTests(pg.serve)

// In some languages the end of the range sorts before every address, and a search would find nothing.
test("a prefix is searched in byte order, even in a column with a language's collation", async () => {
  const url = await server.database()
  const { adapter: over, close } = pg.connect(url)
  const adapter = over()
  await migrate(adapter)
  const emails = ["ada-b@example.com", "ada1@example.com", "ada@example.com"]
  for (const email of [...emails, "adb@example.com"]) await adapter.createUser({ email })
  const found = async (after?: string) => {
    const options = { prefix: "ada", limit: 2, ...(after !== undefined && { after: { email: after } }) }
    return (await upkeep(adapter)?.page("user", options))?.rows.map(({ email }) => email)
  }
  expect(await found()).toEqual(emails.slice(0, 2))
  await execute(url, 'ALTER TABLE users ALTER COLUMN email TYPE text COLLATE "en-x-icu"')
  expect(await found()).toEqual(emails.slice(0, 2))
  expect(await found(emails[1])).toEqual(emails.slice(2))
  const whole = await upkeep(adapter)?.page("user", { prefix: "ada@example.com" })
  expect(whole?.rows.map(({ email }) => email)).toEqual(["ada@example.com"])
  await close()
})
