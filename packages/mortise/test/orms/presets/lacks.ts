import { expect } from "vitest"
import { type Guarantee, manifest, type SqlAdapter } from "../../../src/index.ts"
import { inspect, migrate } from "../../../src/stores/sql/migrate/index.ts"
import { failure } from "../../support/failure.ts"
import { someAccount, someone, somePasskey } from "../../support/people.ts"

const readMissingGuarantees = (adapter: SqlAdapter): Guarantee[] =>
  [...(manifest(adapter)?.missingGuarantees ?? [])].sort()

// What `migrate` adds on every engine.
const addable: readonly Guarantee[] = [
  "passkeys",
  "unique_accounts",
  "unique_emails",
  "unique_sessions",
  "unique_tokens",
]

/** The manifest, `inspect` and `migrate` agree about what the documented tables lack. */
export async function checkLacks(adapter: SqlAdapter): Promise<void> {
  const documented = readMissingGuarantees(adapter)
  const { id } = await adapter.createUser(someone())
  expect(readMissingGuarantees(adapter)).toEqual(documented)
  if (documented.includes("passkeys")) {
    const { message } = await failure(adapter.createAuthenticator(somePasskey(id)), "not_migrated")
    expect(message).toMatch(/The table .* does not exist: run migrate/)
  }
  const { findings } = await inspect(adapter)
  const reported = findings.filter(({ code }) => /^missing_(key|table)$/.test(code))
  expect(reported.filter(({ model }) => model !== "slot")).toHaveLength(
    addable.filter((name) => documented.includes(name)).length,
  )
  for (const { fix } of reported) expect(fix?.length).toBeGreaterThan(0)
  if (documented.includes("unique_accounts")) await checkBlockedKey(adapter, id)
  await migrate(adapter)
  expect(readMissingGuarantees(adapter).filter((name) => addable.includes(name))).toEqual([])
  expect((await migrate(adapter)).steps).toEqual([])

  const account = someAccount(id)
  await adapter.linkAccount(account)
  await failure(adapter.linkAccount(account), "conflict")
  const passkey = somePasskey(id)
  await adapter.createAuthenticator(passkey)
  expect(await adapter.deleteUser(id)).toMatchObject({ id })
  expect(await adapter.getAuthenticator(passkey.credentialID)).toBeNull()
  expect(await adapter.getAccount(account.providerAccountId, account.provider)).toBeNull()
}

/** Rows that violate a key are counted and left alone; `migrate` adds the rest. */
async function checkBlockedKey(adapter: SqlAdapter, userId: string): Promise<void> {
  const account = someAccount(userId)
  await adapter.linkAccount(account)
  await adapter.linkAccount(account)
  const { findings } = await inspect(adapter)
  const blocked = { code: "missing_key", model: "account", rows: 1 }
  expect(findings).toContainEqual(expect.objectContaining(blocked))
  await migrate(adapter)
  expect(readMissingGuarantees(adapter)).toContain("unique_accounts")
  expect(readMissingGuarantees(adapter)).not.toContain("passkeys")
  await adapter.unlinkAccount(account)
}
