import { inspect } from "node:util"
import { describe, expect, test } from "vitest"
import { memory } from "./support/backends.ts"
import { sessionCookie } from "./support/browser.ts"
import { openWorld } from "./support/world.ts"

/** A result that carries a session cookie, and the token in it. */
async function signedIn() {
  const { auth, signIn } = await openWorld(memory.open)
  const { user, browser } = await signIn("ada@example.com")
  const result = browser.keep(await auth.sessions.create(browser.post(), user.id))
  return { result, token: browser.token() ?? "" }
}

describe("the cookies of a result", () => {
  test("are there for the response", async () => {
    const { result, token } = await signedIn()
    const { cookies } = result
    expect(cookies).toEqual([expect.stringContaining(`${sessionCookie}=${token}`)])
  })

  test("SEC-S11: are not sent with a result as JSON", async () => {
    const { result, token } = await signedIn()
    expect(token).toMatch(/.{20}/)
    const sent = await Response.json(result).json()
    expect(sent).toMatchObject({ ok: true, user: { email: "ada@example.com" } })
    expect(JSON.stringify(sent)).not.toContain(token)
  })

  test.each<[string, (result: { readonly cookies: readonly string[] }) => string]>([
    ["a copy", (result) => JSON.stringify({ ...result })],
    ["an object of the caller", ({ cookies }) => JSON.stringify({ cookies })],
    ["a structured clone, as for a worker or a page", (result) => inspect(structuredClone(result))],
    ["a log line", (result) => inspect(result)],
  ])("SEC-S11: are not in %s", async (_, serialize) => {
    const { result, token } = await signedIn()
    expect(serialize(result)).not.toContain(token)
  })
})
