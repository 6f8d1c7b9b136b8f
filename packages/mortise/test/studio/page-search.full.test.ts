import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { launchChromium } from "../authjs/harness/chromium.ts"
import { hasFocus } from "./support/has-focus.ts"
import { hold } from "./support/hold.ts"
import { openPage } from "./support/open-page.ts"
import { createPerson } from "./support/people.ts"

let chromium: Browser
// The first run on a machine may have to install Chromium.
beforeAll(async () => {
  chromium = await launchChromium()
}, 300_000)
afterAll(() => chromium?.close())

/** The list of all users, of which Ada is the first. */
async function open() {
  const adapter = memoryAdapter()
  await createPerson(adapter, "ada", "ada@example.com", "Ada")
  await createPerson(adapter, "bob", "bob@example.com", "Bob")
  await adapter.createUser({ id: "bobby", email: "bob@example.community" })
  await adapter.createUser({ id: "bob@example.co", email: null as never, name: "Mallory" })
  for (let nth = 0; nth < 59; nth++)
    await adapter.createUser({ id: `user-${nth}`, email: `zoe-${String(nth).padStart(2, "0")}@example.com` })
  const opened = await openPage(chromium, adapter)
  await opened.page.getByText("50 of 63 users").waitFor()
  return opened
}

describe("SEC-S17: Enter in the search", () => {
  test.each([
    ["bob@example.com", "bob@example.com"],
    [" BOB@Example.com ", "bob@example.com"],
    ["bobby", "bob@example.community"],
    ["ada@", "ada@example.com"],
  ])("waits for the answer to %j, and opens that user", async (typed, email) => {
    const { page } = await open()
    const { release } = await hold(page, /search=(bob|ada|BOB)/)
    await page.getByLabel("Find a user").fill(typed)
    await page.keyboard.press("Enter")
    await page.waitForTimeout(400)
    expect(page.url()).not.toContain("#/user?")
    release()
    await page.getByRole("heading", { name: email, exact: true }).waitFor()
  })

  test.each([
    ["bob@", "2 users match"],
    ["zoe-1", "10 users match"],
    ["zoe", "59 users match"],
    ["nobody", "No user matches"],
    ["", undefined],
  ])("opens no one for %j", async (typed, note) => {
    const { page } = await open()
    await page.getByLabel("Find a user").fill(typed)
    await page.keyboard.press("Enter")
    if (note !== undefined) await page.locator(".field-hint", { hasText: note }).waitFor()
    await page.waitForTimeout(400)
    expect(page.url()).not.toContain("#/user?")
    await page.keyboard.type("ada@example.com")
    expect(await page.locator(".field-hint").textContent()).not.toContain("match")
  })

  test("an exact id wins over emails that start with it", async () => {
    const { page } = await open()
    await page.getByLabel("Find a user").fill("bob@example.co")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Mallory" }).waitFor()
  })

  test("opens no one if the text changes before the answer", async () => {
    const { page } = await open()
    const { release, held } = await hold(page, /search=bob%40example.com/)
    await page.getByLabel("Find a user").fill("bob@example.com")
    await page.keyboard.press("Enter")
    await expect.poll(held).toBeGreaterThan(0)
    await page.getByLabel("Find a user").fill("zoe-1")
    release()
    await page.getByText("10 users found").waitFor()
    await page.waitForTimeout(200)
    expect(page.url()).not.toContain("#/user?")
  })

  test("opens no one if the person has left the view before the answer", async () => {
    const { page } = await open()
    const { release, held } = await hold(page, /search=bob%40example.com/)
    await page.getByLabel("Find a user").fill("bob@example.com")
    await page.keyboard.press("Enter")
    await expect.poll(held).toBeGreaterThan(0)
    await page.getByRole("link", { name: "Store" }).click()
    release()
    await page.waitForTimeout(300)
    expect(page.url()).toContain("#/store")
  })

  test("users of an earlier search cannot be opened", async () => {
    const { page } = await open()
    const { release } = await hold(page, /search=zoe-10/)
    await page.getByLabel("Find a user").fill("zoe-10")
    const old = page.locator("a", { hasText: "ada@example.com" })
    await expect.poll(() => old.evaluate((link) => link.closest("[inert]") !== null)).toBe(true)
    release()
    await page.getByRole("link", { name: "zoe-10@example.com" }).click()
    await page.getByRole("heading", { name: "zoe-10@example.com" }).waitFor()
  })
})

describe("the list", () => {
  test("keeps the search, the rows and the position: with Back, with the link, and after a reload", async () => {
    const { page } = await open()
    await page.getByLabel("Find a user").fill("zoe")
    await page.getByText("50 of 59 users found").waitFor()
    await page.getByRole("button", { name: "Load more users" }).click()
    await page.getByText("59 users found", { exact: true }).waitFor()
    const link = page.getByRole("link", { name: "zoe-55@example.com" })
    const expectSamePlace = async () => {
      await page.getByText("59 users found", { exact: true }).waitFor()
      await expect.poll(() => link.evaluate(hasFocus)).toBe(true)
      expect(await link.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0)
      expect(await link.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(900)
      expect(await page.getByLabel("Find a user").inputValue()).toBe("zoe")
    }
    // A click beside the link opens the user too.
    const row = page.getByRole("row", { name: "zoe-55@example.com" })
    await row.getByRole("cell").nth(1).click({ force: true })
    await page.getByRole("heading", { name: "zoe-55@example.com" }).waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expectSamePlace()
    await page.reload()
    await expectSamePlace()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "zoe-55@example.com" }).waitFor()
    await page.reload()
    await page.getByRole("link", { name: "Users matching “zoe”" }).click()
    await expectSamePlace()
  })

  test("shows when emails were verified and users were created, copies ids, and its head stays visible", async () => {
    const adapter = memoryAdapter()
    const id = "01a05a43-fc00-7a1c-8f02-4be1c07a9510"
    const emailVerified = new Date("2026-09-03T10:11:12.000Z")
    await adapter.createUser({ id, email: "ada@example.com", name: "Ada", emailVerified })
    for (let nth = 0; nth < 40; nth++)
      await adapter.createUser({ id: `user-${nth}`, email: `${nth}@example.com`, name: "x".repeat(3000) })
    const { page } = await openPage(chromium, adapter)
    await page.getByText("41 users", { exact: true }).waitFor()
    const row = page.getByRole("row", { name: "ada@example.com" })
    expect(await row.locator("time").allTextContents()).toEqual(["2026-09-03", "2026-09-01"])
    expect(await row.locator("time").first().getAttribute("title")).toBe(emailVerified.toISOString())
    await row.getByRole("button", { name: "Copy the id" }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
    expect(page.url()).not.toContain("#/user?")
    const [first, long] = [row, page.getByRole("row", { name: "xxx" }).first()]
    expect((await first.boundingBox())?.height).toBe((await long.boundingBox())?.height)
    await page.evaluate(() => scrollTo(0, 600))
    const head = page.getByRole("columnheader", { name: "Verified" })
    await expect.poll(() => head.evaluate((cell) => cell.getBoundingClientRect().top)).toBe(0)
  })

  test("keeps what is typed while the address changes", async () => {
    const { page } = await open()
    await page.evaluate(() => {
      const typeOn = () => {
        const input = document.querySelector("input") as HTMLInputElement
        input.value = "zoe-1"
        input.dispatchEvent(new Event("input"))
      }
      // It runs before the listeners of the page.
      addEventListener("hashchange", typeOn, { capture: true, once: true })
    })
    await page.getByLabel("Find a user").fill("zoe")
    await page.getByText("10 users found", { exact: true }).waitFor()
    expect(await page.getByLabel("Find a user").inputValue()).toBe("zoe-1")
  })

  test("says why names are not searched in a large store", async () => {
    const { page } = await open()
    await page.route("**/api/users?*", async (route) => {
      const response = await route.fetch()
      await route.fulfill({ json: { ...(await response.json()), searched: "emails" } })
    })
    await page.getByLabel("Find a user").fill("nobody")
    await page.getByText("Names were not searched.").waitFor()
    await page.getByText("Names are searched in stores with up to 10,000 users").waitFor()
  })

  test("of an empty store says when users appear", async () => {
    const { page } = await openPage(chromium, memoryAdapter())
    await page.getByText("No users yet").waitFor()
    await page.getByText("0 users", { exact: true }).waitFor()
  })
})
