import { expect, onTestFinished } from "vitest"
import type { Backing } from "../../support/backends.ts"
import { callbackRequest, startToyProvider } from "../../support/toy-provider.ts"
import { openWorld } from "../../support/world.ts"
import type { Case } from "../case.ts"

/** Who is who: ids that nobody may take for one another. */
export function oauthIdentityCases(it: Case, { open }: Backing): void {
  /** Signs in with each of the ids in turn, and tells whom each of them is. */
  async function openPeople(providers: readonly string[] = ["toy"]) {
    const toy = await startToyProvider()
    onTestFinished(() => toy.close())
    const world = await openWorld(open, { providers: providers.map((id) => ({ ...toy.provider, id })) })
    return async (ids: readonly (readonly [provider: string, id: string])[]) => {
      const people: string[] = []
      for (const [provider, id] of ids) {
        const browser = world.openBrowser()
        const request = await callbackRequest(world, browser, encodeURIComponent(id), false, provider)
        const answer = await world.auth.oauth.callback(request)
        people.push(answer.ok && answer.action === "signed_in" ? String(answer.user.id) : "nobody")
      }
      return people
    }
  }

  it(
    "SEC-C1: ids that differ by case, accent, space, form or an invisible character are different people",
    [],
    async () => {
      const peopleOf = await openPeople()
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
      const people = await peopleOf(ids)
      expect(new Set(people).size).toBe(ids.length)
      expect(await peopleOf(ids), "each is found again").toEqual(people)
    },
  )

  it("SEC-C3: ids made to look like keys, paths and patterns are different people", [], async () => {
    const peopleOf = await openPeople(["toy", "toy-a"])
    const crafted = ["a:b", "a/b", "-a:b", "a%2Fb", "a\nb", "a|b", "a?b", "*", "{}", "a.*", "__proto__"]
    const ids = [["toy-a", "b"], ...crafted.map((id) => ["toy", id] as const)] as const
    const people = await peopleOf(ids)
    expect(new Set(people).size).toBe(ids.length)
    expect(await peopleOf(ids), "each is found again").toEqual(people)
  })
}
