import { expect, test } from "vitest"
import { runBetterAuth } from "../../src/better-auth/index.ts"
import { kyselyOnSqlite } from "./support/kysely-on-sqlite.ts"

test("a sign-up whose hook waits for the connection of its own transaction is found", async () => {
  const factory = () => kyselyOnSqlite()
  const { results } = await runBetterAuth({ factory, only: ["sign-ups/hook-that-reads"], onLine: false })
  expect(results).toMatchObject([{ status: "failed" }])
  expect(results[0]?.error?.received).toContain("has not returned for 8 seconds")
}, 60_000)
