import { expect } from "vitest"
import { getRotatePage } from "../../src/contract/layered.ts"
import type { Key } from "../../src/contract/rows.ts"
import { type Adapter, type Extras, extras } from "../../src/index.ts"
import { encryptedTokens } from "../../src/layers/index.ts"
import { testKeys } from "../layers/support/test-keys.ts"

const tokens = { access_token: "access", refresh_token: "refresh", id_token: "id" }
const names = ["access_token", "refresh_token", "id_token"] as const
const provider = "github"

/** Rotates the keys of a store, while the application changes one token of each account. */
export async function expectRotation(store: Adapter): Promise<void> {
  const { id: userId } = await store.createUser({ email: `${crypto.randomUUID()}@example.com` })
  const old = encryptedTokens(store, { keys: testKeys.slice(1) })
  const ids = Array.from({ length: 24 }, (_, nth) => `${100 + nth}`)
  for (const [nth, providerAccountId] of ids.entries())
    await (nth % 4 === 0 ? store : old).linkAccount({
      userId,
      type: "oauth",
      provider,
      providerAccountId,
      ...tokens,
    })

  const adapter = encryptedTokens(store, { keys: testKeys })
  const { updateAccount } = extras(adapter) as Extras
  const changed = (nth: number) => ({ [names[nth % 3] as string]: `newer ${nth}` })
  const rotate = async () => {
    const found: number[] = []
    for (let after: Key | undefined; ; ) {
      const page = await getRotatePage(adapter)?.({ after, limit: 7, dryRun: false, dropUnreadable: false })
      expect(page?.problems).toEqual([])
      found.push(page?.accounts ?? 0)
      if (!page?.next) return found
      after = page.next
    }
  }
  const [found] = await Promise.all([
    rotate(),
    ...ids.map((providerAccountId, nth) => updateAccount({ provider, providerAccountId, ...changed(nth) })),
  ])
  expect(found).toEqual([7, 7, 7, 3])
  expect(
    await getRotatePage(adapter)?.({ after: undefined, limit: 50, dryRun: true, dropUnreadable: false }),
  ).toEqual({
    accounts: 24,
    changed: 0,
    values: { new: 72 },
    plain: 0,
    dropped: 0,
    problems: [],
    next: null,
  })
  for (const [nth, id] of ids.entries())
    expect(await adapter.getAccount(id, provider)).toMatchObject({ ...tokens, ...changed(nth) })
}
