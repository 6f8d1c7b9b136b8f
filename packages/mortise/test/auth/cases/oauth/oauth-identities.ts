import { expect, onTestFinished } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { callbackRequest, startToyProvider } from "../../support/toy-provider.ts"
import { openWorld } from "../../support/world.ts"
import type { Case } from "../case.ts"

/** Similar ids belong to different users. */
export function oauthIdentityCases(it: Case, { open }: Backing): void {
  /** Returns a function that signs in with each id in turn, and returns the ids of the users. */
  async function openUsers(providers: readonly string[] = ["toy"]) {
    const toy = await startToyProvider()
    onTestFinished(() => toy.close())
    const world = await openWorld(open, { providers: providers.map((id) => ({ ...toy.provider, id })) })
    return async (ids: readonly (readonly [provider: string, id: string])[]) => {
      const users: string[] = []
      for (const [provider, id] of ids) {
        const browser = world.openBrowser()
        const request = await callbackRequest(world, browser, encodeURIComponent(id), false, provider)
        const answer = await world.auth.oauth.callback(request)
        users.push(answer.ok && answer.action === "signed_in" ? String(answer.user.id) : "refused")
      }
      return users
    }
  }

  it(
    "SEC-C1: ids that differ by case, accent, space, form or an invisible character are different users",
    [],
    async () => {
      const usersOf = await openUsers()
      const spelled = [
        "anna",
        "Anna",
        "ANNA",
        "\u00e4nna",
        "a\u0308nna",
        "anna ",
        " anna",
        "ann\u200ba",
        "ａnna",
      ]
      const ids = spelled.map((id) => ["toy", id] as const)
      const users = await usersOf(ids)
      expect(new Set(users).size).toBe(ids.length)
      expect(await usersOf(ids), "each is found again").toEqual(users)
    },
  )

  it("SEC-C3: ids that look like keys, paths and patterns are different users", [], async () => {
    const usersOf = await openUsers(["toy", "toy-a"])
    const crafted = ["a:b", "a/b", "-a:b", "a%2Fb", "a\nb", "a|b", "a?b", "*", "{}", "a.*", "__proto__"]
    const ids = [["toy-a", "b"], ...crafted.map((id) => ["toy", id] as const)] as const
    const users = await usersOf(ids)
    expect(new Set(users).size).toBe(ids.length)
    expect(await usersOf(ids), "each is found again").toEqual(users)
  })
}
