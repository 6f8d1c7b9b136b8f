import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { launchChromium } from "../authjs/harness/chromium.ts"
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
  await opened.page.getByText("50 so far").waitFor()
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
    ["zoe", "More than 50 users match"],
    ["nobody", "No user matches"],
    ["", undefined],
  ])("opens no one for %j", async (typed, note) => {
    const { page } = await open()
    await page.getByLabel("Find a user").fill(typed)
    await page.keyboard.press("Enter")
    if (note !== undefined) await page.getByText(note).waitFor()
    await page.waitForTimeout(400)
    expect(page.url()).not.toContain("#/user?")
    await page.keyboard.type("ada@example.com")
    expect(await page.getByText("match", { exact: false }).count()).toBe(0)
  })

  test("an exact id wins over emails that start with it", async () => {
    const { page } = await open()
    await page.getByLabel("Find a user").fill("bob@example.co")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Mallory" }).waitFor()
  })

  test("opens no one if the text changes before the answer", async () => {
    const { page } = await open()
    const { release, held } = await hold(page, /search=bob%40example.com$/)
    await page.getByLabel("Find a user").fill("bob@example.com")
    await page.keyboard.press("Enter")
    await expect.poll(held).toBeGreaterThan(0)
    await page.getByLabel("Find a user").fill("zoe-1")
    release()
    await page.getByRole("table", { name: "Users found 10" }).waitFor()
    await page.waitForTimeout(200)
    expect(page.url()).not.toContain("#/user?")
  })

  test("opens no one if the person has left the view before the answer", async () => {
    const { page } = await open()
    const { release, held } = await hold(page, /search=bob%40example.com$/)
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
