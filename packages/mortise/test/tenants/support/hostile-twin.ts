import type { Adapter, ForTenant } from "../../../src/index.ts"

const creates = [
  "createUser",
  "linkAccount",
  "createSession",
  "createVerificationToken",
  "createAuthenticator",
] as const

/**
 * The adapter of one tenant, beside another tenant that stores every new row, too, with the same keys, and never changes
 * or deletes it.
 */
export function besideHostileTwin(forTenant: ForTenant): Adapter {
  const [adapter, twin] = [forTenant("acme"), forTenant("acme-2")]
  const mirrored = creates.map((name) => [
    name,
    // Both read the row now: a caller may change it before the first promise resolves.
    async (row: never) => {
      const mirrored = twin[name](row).catch(() => {})
      const created = adapter[name](row)
      await Promise.allSettled([mirrored, created])
      return created
    },
  ])
  return { ...adapter, ...Object.fromEntries(mirrored) }
}
