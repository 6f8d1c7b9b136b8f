import { setTimeout } from "node:timers/promises"
import type { BetterAuthPlugin } from "better-auth"
import { beforeAll, describe, expect, test } from "vitest"
import { mortiseDatabase } from "../../../mortise/src/better-auth/index.ts"
import { apiKeyPlugin } from "../../../mortise/test/better-auth/plugins.ts"
import { flows } from "../../src/better-auth/flows/index.ts"
import { type BetterAuthSetup, runBetterAuth } from "../../src/better-auth/index.ts"
import type { Effort } from "../../src/effort.ts"
import { breaking } from "./mutants/flow-mutant.ts"
import { flowMutants } from "./mutants/flows.ts"
import { kyselyOnSqlite } from "./support/kysely-on-sqlite.ts"

let apiKeys: BetterAuthPlugin

beforeAll(async () => {
  apiKeys = await apiKeyPlugin()
}, 300_000)

const run = (open: () => BetterAuthSetup, only: readonly string[], effort: Effort = "quick") =>
  runBetterAuth({
    factory: () => ({ ...open(), plugins: [apiKeys] }),
    only,
    effort,
    seed: 1,
    onLine: false,
  })

describe("every defect is seen by a visitor of the site", () => {
  test.each(flowMutants.flatMap(({ by, ...mutant }) => by.map((id) => ({ id, ...mutant }))))(
    "$name, in $id: $defect",
    async ({ id, open }) => {
      const { results } = await run(open, [id])
      expect(results.map(({ status }) => status)).not.toContain("skipped")
      const found = results.some(({ status }) => status === "failed" || status === "warned")
      if (!found) expect((await run(open, [id], "full")).results[0]?.status).toMatch(/failed|warned/)
    },
  )
})

/** Better Auth's Kysely adapter does not pass this one: it waits for its own connection. */
const waiting = "sign-ups/hook-that-reads"

const inDatabase = flows.map(({ id }) => id).filter((id) => !/^(stored|mirrored)-/.test(id))

/** Better Auth itself looks for a user before it creates one. */
const ofBetterAuth = ["magic-links/every-link-of-a-new-address warned"]

const problemsOf = async (open: () => BetterAuthSetup, only: readonly string[]): Promise<string[]> => {
  const { results } = await run(open, only)
  return results.filter(({ status }) => status !== "passed").map(({ id, status }) => `${id} ${status}`)
}

test("Better Auth's Kysely adapter passes all other flows, with a unique key on accounts", async () => {
  const others = inDatabase.filter((id) => id !== waiting)
  expect(await problemsOf(() => kyselyOnSqlite(), others)).toEqual(ofBetterAuth)
}, 60_000)

test("mortiseDatabase passes all flows", async () => {
  const open = () => {
    const setup = kyselyOnSqlite()
    return { ...setup, database: mortiseDatabase(setup.sqlite) }
  }
  expect(await problemsOf(open, inDatabase)).toEqual(ofBetterAuth)
}, 60_000)

test("requests that are counted in a later window are no violation of the limit", async () => {
  let reads = 0
  const open = () =>
    breaking((good) => ({
      findMany: async (given: Parameters<typeof good.findMany>[0]) => {
        // Half of a burst is counted more than a window later.
        if (given.model === "rateLimit" && reads++ % 2 === 1) await setTimeout(1_100)
        return good.findMany(given)
      },
    }))
  expect(await problemsOf(open, ["rate-limits/next-window"])).toEqual([])
})

test("each mutant has a unique name, and its defect in one line", () => {
  expect(new Set(flowMutants.map(({ name }) => name)).size).toBe(flowMutants.length)
  for (const { name, defect } of flowMutants) expect(defect, name).toMatch(/^\S.{10,110}[^.]$/)
})
