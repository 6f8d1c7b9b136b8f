import { expect } from "vitest"
import type { MortiseAdapter } from "../../../src/index.ts"

const soon = () => new Date(Date.now() + 3_600_000)

/**
 * One user signs in several times, is looked up and deleted at the same moment through two adapters on the same pair of
 * stores, in every second round with a session from before. Another user must stay signed in the whole time.
 */
export async function raceOnSplit(
  [one, other]: readonly [MortiseAdapter, MortiseAdapter],
  round: number,
): Promise<void> {
  const neighbour = { id: "neighbour", sessionToken: "neighbour" }
  if (round === 0) {
    await one.createUser({ id: neighbour.id })
    await one.createSession({ sessionToken: neighbour.sessionToken, userId: neighbour.id, expires: soon() })
  }
  const { id } = await one.createUser({ email: `${round}@example.com` })
  const tokens = [0, 1, 2, 3].map((nth) => `${round} ${nth}`)
  const signIn = (adapter: MortiseAdapter, sessionToken = "") =>
    adapter.createSession({ sessionToken, userId: id, expires: soon() })
  if (round % 2 === 0) await signIn(one, tokens[0])

  const [removed, , , , ...lookups] = await Promise.allSettled([
    one.deleteUser(id),
    signIn(one, tokens[1]),
    signIn(other, tokens[2]),
    signIn(other, tokens[3]),
    other.getSessionAndUser(neighbour.sessionToken),
    ...tokens.map((token) => other.getSessionAndUser(token)),
  ])
  expect(removed).toMatchObject({ status: "fulfilled", value: { id } })
  const [kept, ...found] = lookups.map((lookup) => (lookup.status === "fulfilled" ? lookup.value : lookup))
  expect(kept).toMatchObject({ user: { id: neighbour.id } })
  for (const pair of found) if (pair) expect(pair).toMatchObject({ session: { userId: id }, user: { id } })
  for (const adapter of [one, other]) {
    for (const token of tokens) expect(await adapter.getSessionAndUser(token)).toBeNull()
    expect(await adapter.getSessionAndUser(neighbour.sessionToken)).not.toBeNull()
  }
  await expect(signIn(one, "late")).rejects.toMatchObject({ code: "not_found" })
}
