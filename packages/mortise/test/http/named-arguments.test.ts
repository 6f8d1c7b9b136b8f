import { describe, expect, test } from "vitest"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { openDirect } from "./support/open-direct.ts"
import { callRequest } from "./support/requests.ts"

const later = "2098-01-01T00:00:00.000Z"
const session = { sessionToken: "t", from: later, to: later }

/** Sends the arguments as another client could: without the checks of our own. */
async function send(name: string, args: readonly unknown[]): Promise<unknown> {
  const { server, key } = await openDirect(memoryAdapter({ onWarning: () => {} }))
  const response = await server(callRequest(name, args, { authorization: `Bearer ${key}` }))
  return response.json()
}

describe("an invalid argument is named in the error", () => {
  test.each([
    ["slots.increment", ["k", "never"], "expires"],
    ["slots.read", [7], "key"],
    ["extras.extendSession", [{ ...session, from: "never" }], "from"],
    ["extras.extendSession", [{ ...session, to: "never" }], "to"],
    ["extras.extendSession", [{ from: later, to: later }], "sessionToken"],
    ["extras.verifyEmail", ["ada", "ada@example.com", "never"], "at"],
    ["extras.dropTokens", [7], "identifier"],
    ["extras.signUp", [{}], "user"],
    ["upkeep.page.user", [{ limit: "many" }], "limit"],
    ["upkeep.page.user", [{ prefix: 7 }], "prefix"],
    ["upkeep.page.account", [{ after: { provider: 7 } }], "provider"],
    ["upkeep.count", ["nothing"], "model"],
    ["upkeep.sweep", [{ now: "never" }], "now"],
    ["createUser", [{ email: 7 }], "email"],
    ["updateAuthenticatorCounter", ["key", "seven"], "counter"],
  ])("%s %j: %s", async (name, args, field) => {
    expect(await send(name, args)).toEqual({
      error: expect.objectContaining({ code: "invalid", operation: name, fields: [field] }),
    })
  })
})

describe("a key with a missing part finds nothing", () => {
  test.each([
    ["getUserByAccount", { provider: "acme" }, null],
    ["getUserByAccount", { providerAccountId: "1815" }, null],
    ["useVerificationToken", { identifier: "ada@example.com" }, null],
    ["useVerificationToken", { token: "t" }, null],
    ["unlinkAccount", { provider: "acme" }, null],
  ])("%s %j", async (name, key, result) => {
    expect(await send(name, [key])).toEqual({ result })
  })
})
