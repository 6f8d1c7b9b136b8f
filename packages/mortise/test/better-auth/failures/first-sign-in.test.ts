import { type BetterAuthFactory, runBetterAuth } from "@mortise/conformance/better-auth"
import { expect, test } from "vitest"
import { kyselyOnSqlite } from "../../../../conformance/test/better-auth/support/kysely-on-sqlite.ts"
import { clients } from "../conformance/clients.ts"
import { problemsOf } from "../conformance/problems.ts"
import { setupOn } from "../conformance/setup-on.ts"

/** A user signs in with Google for the first time, eight times at once, and then once more. */
const signIns = async (factory: BetterAuthFactory): Promise<string[]> =>
  problemsOf(await runBetterAuth({ factory, only: ["oauth/first-sign-in"], seed: 1, onLine: false }))

test("a user who signs in with Google several times at once has one account, and can sign in again", async () => {
  expect(await signIns(() => setupOn(clients.libsql(":memory:")))).toEqual([])
})

test("with Better Auth's own adapter and tables, such a user can not sign in again", async () => {
  const [problem] = await signIns(() => kyselyOnSqlite({ accountKey: false }))
  expect(problem).toContain("a later sign-in with Google succeeds")
})
