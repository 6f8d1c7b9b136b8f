import { join } from "node:path"
import { type BetterAuthFactory, runBetterAuth } from "@mortise/conformance/better-auth"
import { expect, onTestFinished, test } from "vitest"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { isFullRun } from "../../../../workshop/src/tests/tier.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { clients } from "../conformance/clients.ts"
import { casesWithoutStorage, problemsOf } from "../conformance/problems.ts"
import { setupOn } from "../conformance/setup-on.ts"
import { apiKeyPlugin } from "../plugins.ts"

const only = casesWithoutStorage.map(({ id }) => id)

async function conforms(open: BetterAuthFactory): Promise<void> {
  const plugins = [await apiKeyPlugin()]
  const factory = async () => ({ ...(await open()), plugins })
  expect(problemsOf(await runBetterAuth({ factory, only, seed: 1, onLine: false }))).toEqual([])
}

const postgres = openForTests(openPostgres)

test("mortiseDatabase conforms on SQLite with the oldest Better Auth", async () => {
  const { folder, remove } = quickFolder()
  onTestFinished(remove)
  await conforms(() => setupOn(clients.libsql(join(folder, "auth.db"))))
}, 300_000)

// What an older version calls does not depend on the database.
test.runIf(isFullRun)(
  "mortiseDatabase conforms on PostgreSQL with the oldest Better Auth",
  async () => {
    const url = await postgres.database()
    await conforms(() => setupOn(clients.pg(url)))
  },
  300_000,
)
