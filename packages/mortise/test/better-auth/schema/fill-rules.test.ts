import type { BetterAuthOptions } from "better-auth"
import { expect, onTestFinished, test } from "vitest"
import { migrate, plan } from "../../../src/better-auth/migrate/index.ts"
import { openSqlite } from "./auth-databases.ts"

/** What Better Auth 1.7.0 to 1.7.2 declares, with providers as its context has them. */
const withIssuer: BetterAuthOptions = {
  account: { additionalFields: { issuer: { type: "string", required: true } } },
}
const context = {
  socialProviders: [
    { id: "google", accountIssuer: "https://accounts.google.com" },
    { id: "git/hub" },
    { id: "microsoft", accountIssuer: () => "of the tenant" },
  ],
}

test("account.issuer of Better Auth 1.7.0 to 1.7.2 is filled as these versions look it up", async () => {
  const database = await openSqlite()
  onTestFinished(() => database.close())
  await migrate(database.ours())
  const time = "'2026-01-01T00:00:00.000Z'"
  await database.run(`INSERT INTO user (id, name, email, emailVerified, createdAt, updatedAt)
    VALUES ('u', 'Ada', 'ada@example.com', 1, ${time}, ${time})`)
  for (const provider of ["credential", "siwe", "google", "git/hub", "microsoft", "sso"])
    await database.run(`INSERT INTO account (id, userId, providerId, accountId, createdAt, updatedAt)
      VALUES ('of ${provider}', 'u', '${provider}', 'u', ${time}, ${time})`)
  const auth = { ...database.ours(withIssuer), $context: Promise.resolve(context) }
  const { pending } = await migrate(auth)
  expect(await database.rows("SELECT providerId, issuer FROM account ORDER BY id")).toEqual([
    { providerId: "credential", issuer: "local:credential" },
    { providerId: "git/hub", issuer: "local:oauth:git%2Fhub" },
    { providerId: "google", issuer: "https://accounts.google.com" },
    { providerId: "microsoft", issuer: null },
    { providerId: "siwe", issuer: "local:siwe" },
    { providerId: "sso", issuer: null },
  ])
  expect(pending).toMatchObject([{ what: "account.issuer", rows: 2, ids: ["of microsoft", "of sso"] }])
})

test.each([
  [{ "acount.tenant": "a" }, /no table has the field acount\.tenant/],
  [{ "account.scope": null }, /the rule of account\.scope must be/],
  [{ "account.scope": { sql: 1 } }, /the rule of account\.scope must be/],
])("the rules %j are refused before anything is written", async (fill, message) => {
  const database = await openSqlite()
  onTestFinished(() => database.close())
  await expect(migrate(database.ours(), { fill: fill as never })).rejects.toThrow(message)
  await expect(plan(database.ours(), { fill: fill as never })).rejects.toMatchObject({ code: "invalid" })
  expect(await database.rows("SELECT name FROM sqlite_master")).toEqual([])
})
