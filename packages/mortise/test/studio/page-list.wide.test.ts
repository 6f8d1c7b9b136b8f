import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { expectAccessible } from "../../../pages/test/expect-accessible.ts"
import { expectFits } from "../../../pages/test/expect-fits.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { launchChromium } from "../authjs/harness/chromium.ts"
import { openLibsql } from "../support/databases.ts"
import { hasFocus } from "./support/has-focus.ts"
import { studioSchema } from "./support/main-path.ts"
import { openPage } from "./support/open-page.ts"
import { createPerson } from "./support/people.ts"

let chromium: Browser
// The first run on a machine may have to install Chromium.
beforeAll(async () => {
  chromium = await launchChromium()
}, 300_000)
afterAll(() => chromium?.close())

test("lists are sorted and filtered, and the keyboard moves in them, opens, goes back and shows help", async () => {
  const database = openLibsql()
  const adapter = database.adapter({ schema: studioSchema })
  await migrate(adapter)
  const people = { ada: "2098-01-01", bob: "2098-03-01", eve: "2098-02-01" }
  for (const [name, day] of Object.entries(people)) {
    await createPerson(adapter, name, `${name}@example.com`, name)
    const expires = new Date(`${day}T00:00:00.000Z`)
    await adapter.createSession({ sessionToken: `session-canary-${name}`, userId: name, expires })
  }
  const suspended = { id: "mallory", email: "mallory@example.com", suspendedAt: new Date() }
  await adapter.createUser(suspended)
  const { page, console } = await openPage(chromium, adapter)
  const emails = () => page.locator(".studio-user-email, .studio-user-name > span").allTextContents()
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.getByText("4 users", { exact: true }).waitFor()
  await page.getByText("The store does not know when users were created.").waitFor()
  const sort = page.getByLabel("Sort")
  expect(await sort.locator("option").allTextContents()).toEqual(["Id", "Last session"])
  await sort.selectOption("Last session")
  await page.getByRole("columnheader", { name: "Session until" }).waitFor()
  await page.getByText("3 users found", { exact: true }).waitFor()
  expect((await emails()).filter((text) => text.includes("@"))).toEqual(
    ["bob", "eve", "ada"].map((name) => `${name}@example.com`),
  )

  // The order is kept while a user is open.
  await press("Tab", "j", "j", "ArrowUp", "ArrowDown", "Enter")
  await page.getByRole("heading", { name: "eve@example.com" }).waitFor()
  await page.getByRole("link", { name: "The list of users" }).waitFor()
  await press("Escape")
  const eve = page.getByRole("link", { name: "eve@example.com" })
  await expect.poll(() => eve.evaluate(hasFocus)).toBe(true)
  expect(await sort.inputValue()).toBe("session")

  await page.getByLabel("Provider").selectOption("github")
  await page.getByRole("link", { name: "ada@example.com" }).waitFor()
  expect(await sort.isDisabled()).toBe(true)
  await page.getByRole("button", { name: "Reset" }).click()
  await page.getByText("4 users", { exact: true }).waitFor()
  await page.getByLabel("Suspended").selectOption("Yes")
  await page.getByText("1 user found", { exact: true }).waitFor()
  await page.getByLabel("Verified").selectOption("Yes")
  await page.getByText("No user passes the filters").waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await page.getByRole("button", { name: "Clear the filters" }).press("Enter")
  await page.getByText("4 users", { exact: true }).waitFor()

  // From the search, into the list.
  await press("ArrowDown", "2")
  await page.getByRole("heading", { name: "Rows", exact: true }).waitFor()
  await press("/")
  await expect.poll(() => page.getByLabel("Find a user").evaluate(hasFocus)).toBe(true)
  // A key that is typed into the search does nothing else.
  await page.keyboard.type("b?")
  expect(await page.getByLabel("Find a user").inputValue()).toBe("b?")
  await page.getByLabel("Find a user").fill("bob")
  await page.getByText("1 user found", { exact: true }).waitFor()
  await press("ArrowDown")
  await expect.poll(() => page.getByRole("link", { name: "bob@" }).evaluate(hasFocus)).toBe(true)
  await press("?")
  const help = page.getByRole("dialog", { name: "Keys" })
  await help.getByText("search for a user").waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await press("2", "Escape")
  await help.waitFor({ state: "hidden" })
  expect(await page.getByRole("link", { name: "bob@" }).evaluate(hasFocus)).toBe(true)
  expect(console).toEqual([])
})
