import { betterAuth } from "better-auth"
import { admin, organization } from "better-auth/plugins"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { expectAccessible } from "../../../pages/test/expect-accessible.ts"
import { expectFits } from "../../../pages/test/expect-fits.ts"
import { migrate } from "../../src/better-auth/migrate/index.ts"
import { authSource } from "../../src/cli/better-auth/auth-source.ts"
import { launchChromium } from "../authjs/harness/chromium.ts"
import { openSqlite } from "../better-auth/schema/auth-databases.ts"
import { createAuthPeople, peopleFields, secretsOfAuth } from "./support/auth-people.ts"
import { openPageOf, pageFiles } from "./support/open-page.ts"
import { serveStudio } from "./support/open-studio.ts"

let chromium: Browser
// The first run on a machine may have to install Chromium.
beforeAll(async () => {
  chromium = await launchChromium()
}, 300_000)
afterAll(() => chromium?.close())

async function openStudioPage(write: boolean) {
  const database = await openSqlite()
  onTestFinished(() => database.close())
  const options = { baseURL: "http://localhost", ...peopleFields, plugins: [admin(), organization()] }
  const auth = betterAuth(database.ours(options).options)
  await migrate(auth)
  await createAuthPeople(database)
  const source = await authSource(auth)
  const studio = await serveStudio(source, { write, files: await pageFiles() })
  return { database, ...(await openPageOf(chromium, studio)) }
}

test("the page shows Better Auth's users, accounts and sessions without secrets and without actions", async () => {
  const { page, received, console } = await openStudioPage(false)
  await page.getByText("5 users", { exact: true }).waitFor()
  await page.keyboard.press("/")
  await page.keyboard.type("ada@example.com")
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "ada@example.com" }).waitFor()
  await page.getByText("50 of 52 sessions").waitFor()
  await page.getByRole("button", { name: "Load more sessions" }).press("Enter")
  await page.getByText("52 sessions", { exact: true }).waitFor()
  await page.getByText("google", { exact: true }).waitFor()
  await page.getByText("Better Auth's options declare no table for the model passkey.").waitFor()
  for (const name of [/Revoke/, /Unlink/, /Delete/, /Suspend/, /Sign out/])
    expect(await page.getByRole("button", { name }).count()).toBe(0)
  await expectAccessible(page)
  await expectFits(page)
  await page.getByRole("link", { name: "Store" }).click()
  await page.getByText("verifications").locator("..").getByText("1", { exact: true }).waitFor()
  await page.getByText("A sweep deletes sessions and verifications that have expired").waitFor()
  expect(await page.getByRole("button", { name: "Sweep" }).count()).toBe(0)
  await page.getByRole("button", { name: "Check", exact: true }).click()
  await page.getByText("The database has everything that the adapter needs.").waitFor()
  await expectAccessible(page)
  await expectFits(page)
  const all = await received()
  for (const secret of secretsOfAuth) expect(all).not.toContain(secret)
  expect(console).toEqual([])
})

test("the page bans, signs out and deletes a user of Better Auth", async () => {
  const { page, database, console } = await openStudioPage(true)
  await database.run(
    "INSERT INTO organization (id, name, slug, createdAt) VALUES ('acme', 'Acme', 'a', '2026')",
  )
  await database.run(`INSERT INTO member (id, organizationId, userId, role, createdAt)
    VALUES ('member-1', 'acme', 'ada', 'owner', '2026-01-01T00:00:00.000Z')`)
  await page.getByRole("link", { name: "ada@example.com" }).click()
  await page.getByRole("heading", { name: "Organizations" }).waitFor()
  await page.getByText("Acme", { exact: true }).waitFor()
  await page
    .getByRole("button", { name: /^Revoke session/ })
    .first()
    .click()
  await page.getByText("The session is revoked.").waitFor()
  await page.getByRole("button", { name: "Suspend …" }).click()
  await page.getByText("This sets the ban of the plugin admin").waitFor()
  await expectAccessible(page)
  await page.getByRole("button", { name: "Suspend", exact: true }).click()
  await page.getByText("The user is suspended. 51 sessions revoked.").waitFor()
  await page.getByText("banned", { exact: true }).first().waitFor()
  await page.getByRole("button", { name: "Resume …" }).waitFor()
  await page.keyboard.press("Escape")
  await page.getByLabel("Banned").selectOption("Yes")
  await page.getByText("1 user found", { exact: true }).waitFor()
  await page.getByLabel("Provider").selectOption("google")
  await page.keyboard.press("Tab")
  await page.getByRole("link", { name: "ada@example.com" }).press("Enter")
  await page.getByRole("button", { name: "Resume …" }).waitFor()
  await expectFits(page)
  await page.getByRole("button", { name: "Delete …" }).click()
  await page.getByText("1 membership", { exact: true }).last().waitFor()
  await page.getByLabel(/^Type ada@example.com/).fill("ada@example.com")
  await page.getByRole("button", { name: "Delete", exact: true }).click()
  await page.getByRole("button", { name: "Clear the filters" }).click()
  await page.getByText("4 users", { exact: true }).waitFor()
  expect(await database.rows("SELECT id FROM member")).toEqual([])
  expect(console).toEqual([])
})
