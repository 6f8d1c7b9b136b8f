import { expect } from "vitest"
import type { World } from "../support/world.ts"

const maxAgeMs = 30 * 24 * 3600 * 1000

/** What must hold for the rows of the store after any failure. The flows check the results. */
export async function expectInvariants(
  world: Pick<World, "rows" | "clock" | "mails">,
  secrets: readonly string[] = [],
): Promise<void> {
  const [users, accounts, sessions, tokens, passkeys] = await Promise.all(
    (["user", "account", "session", "verificationToken", "authenticator"] as const).map(world.rows),
  )
  const emails = (users ?? [])
    .map((row) => row["email"])
    .filter((email) => email !== null && email !== undefined)
  expect(new Set(emails).size, "SEC-B2: one user per address").toBe(emails.length)
  const keys = (accounts ?? []).map((row) => `${row["provider"]} ${row["providerAccountId"]}`)
  expect(new Set(keys).size, "SEC-B3: one account per provider and id").toBe(keys.length)
  const ids = new Set((users ?? []).map((row) => row["id"]))
  for (const row of [...(sessions ?? []), ...(accounts ?? []), ...(passkeys ?? [])])
    expect(ids, "SEC-B6: nothing without its user").toContain(row["userId"])
  for (const row of sessions ?? [])
    expect(Number(row["expires"]), "SEC-D3: no session beyond maxAgeSeconds").toBeLessThanOrEqual(
      world.clock.now() + maxAgeMs,
    )
  const mailed = world.mails.map(({ link, code }) => code ?? new URL(link).searchParams.get("token") ?? "")
  const stored = JSON.stringify(tokens)
  for (const secret of [...mailed, ...secrets])
    expect(stored, "SEC-E6: no secret at rest").not.toContain(secret)
}
