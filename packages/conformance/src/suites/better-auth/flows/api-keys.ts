import { type BetterAuthContext, listCases } from "../case.ts"
import { openSite } from "./site.ts"
import { newPerson } from "./visitors.ts"

/** The functions of the plugin that the flows call. */
type KeyFunctions = {
  createApiKey(request: { body: object }): Promise<{ id: string; key: string }>
  verifyApiKey(request: { body: { key: string } }): Promise<{ valid: boolean }>
}

/** How many of 20 verifications of a new key succeed that start at once. */
async function countValid(t: BetterAuthContext, limits: object): Promise<number> {
  if (!t.setup.plugins?.some(({ id }) => id === "api-key"))
    t.skip("the run has no API keys: pass plugins: [apiKey()] of @better-auth/api-key")
  const site = await openSite(t)
  const api = site.api as KeyFunctions
  const { id: userId } = await newPerson(t, site)
  const { key } = await api.createApiKey({ body: { userId, rateLimitEnabled: false, ...limits } })
  const verify = () => t.watch("verifyApiKey", () => api.verifyApiKey({ body: { key } }))
  const outcomes = await t.race(Array.from({ length: 20 }, () => verify))
  return outcomes.filter((outcome) => outcome.status === "fulfilled" && outcome.value.valid).length
}

const about = {
  clause: "BA-api-keys",
  fix: "Compare and add in one statement in incrementOne.",
} as const

export const apiKeys = listCases(about, [
  {
    id: "api-keys/uses",
    title: "A key works no more often than its number of uses, even if many requests arrive at once",
    harm: "Whoever sends requests in parallel uses a paid key more often than was paid for.",
    run: (t) =>
      t.rounds(2, async () => {
        const valid = await countValid(t, { remaining: 5 })
        t.check(valid <= 5, "at most 5 verifications that succeed", valid)
      }),
  },
  {
    id: "api-keys/rate-limit",
    title: "A key works no more often than its rate limit allows, even if many requests arrive at once",
    harm: "Whoever sends requests in parallel gets around the limit.",
    run: (t) =>
      t.rounds(2, async () => {
        const limits = { rateLimitEnabled: true, rateLimitMax: 5, rateLimitTimeWindow: 60_000 }
        const valid = await countValid(t, limits)
        t.check(valid <= 5, "at most 5 verifications that succeed", valid)
      }),
  },
  {
    id: "api-keys/every-use",
    level: "should",
    title: "Each use of a key that remains can be used, even if many requests arrive at once",
    harm: "Requests with a good key are refused.",
    evidence: "Better Auth's fallback for adapters without incrementOne gives up after five tries",
    run: async (t) => t.equal(await countValid(t, { remaining: 5 }), 5, "verifications that succeed"),
  },
])
