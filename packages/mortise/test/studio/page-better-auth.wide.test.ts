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

test("the page shows Better Auth's users, accounts and sessions without secrets and without actions", async () => {
  const database = await openSqlite()
  onTestFinished(() => database.close())
  const auth = database.ours(peopleFields)
  await migrate(auth)
  await createAuthPeople(database)
  const source = await authSource(auth)
  const studio = await serveStudio(source, { write: false, files: await pageFiles() })
  const { page, received, console } = await openPageOf(chromium, studio)
  await page.getByText("5 users", { exact: true }).waitFor()
  expect(await page.getByRole("link", { name: "After a leak" }).count()).toBe(0)
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
  expect(await page.getByText("Expired rows").count()).toBe(0)
  await page.getByRole("button", { name: "Check", exact: true }).click()
  await page.getByText("The database has everything that the adapter needs.").waitFor()
  await expectAccessible(page)
  await expectFits(page)
  const all = await received()
  for (const secret of secretsOfAuth) expect(all).not.toContain(secret)
  expect(console).toEqual([])
})
