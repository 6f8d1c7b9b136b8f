import type { BetterAuthPlugin } from "better-auth"
import { beforeAll, expect, test } from "vitest"
import { mortiseDatabase } from "../../../mortise/src/better-auth/index.ts"
import { apiKeyPlugin } from "../../../mortise/test/better-auth/plugins.ts"
import { flows } from "../../src/suites/better-auth/flows/index.ts"
import { type BetterAuthSetup, runBetterAuth } from "../../src/suites/better-auth/index.ts"
import { kyselyOnSqlite } from "./support/kysely-on-sqlite.ts"

let apiKeys: BetterAuthPlugin

beforeAll(async () => {
  apiKeys = await apiKeyPlugin()
}, 300_000)

/** Better Auth's Kysely adapter does not pass this one: it waits for its own connection. */
const waiting = "sign-ups/hook-that-reads"

const inDatabase = flows.map(({ id }) => id).filter((id) => !/^(stored|mirrored)-/.test(id))

/** Better Auth itself looks for a user before it creates one. */
const ofBetterAuth = ["magic-links/every-link-of-a-new-address warned"]

const problemsOf = async (open: () => BetterAuthSetup, only: readonly string[]): Promise<string[]> => {
  const factory = () => ({ ...open(), plugins: [apiKeys] })
  const { results } = await runBetterAuth({ factory, only, effort: "quick", seed: 1, onLine: false })
  return results.filter(({ status }) => status !== "passed").map(({ id, status }) => `${id} ${status}`)
}

test("Better Auth's Kysely adapter passes all other flows, with a unique key on accounts", async () => {
  const others = inDatabase.filter((id) => id !== waiting)
  expect(await problemsOf(() => kyselyOnSqlite(), others)).toEqual(ofBetterAuth)
}, 300_000)

test("mortiseDatabase passes all flows", async () => {
  const open = () => {
    const setup = kyselyOnSqlite()
    return { ...setup, database: mortiseDatabase(setup.sqlite) }
  }
  expect(await problemsOf(open, inDatabase)).toEqual(ofBetterAuth)
}, 300_000)
