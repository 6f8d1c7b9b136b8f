import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { expectAccessible } from "../../../pages/test/expect-accessible.ts"
import { expectFits } from "../../../pages/test/expect-fits.ts"
import type { Adapter } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { launchChromium } from "../authjs/harness/chromium.ts"
import { hasFocus } from "./support/has-focus.ts"
import { studioSchema } from "./support/main-path.ts"
import { openPage, pageFiles } from "./support/open-page.ts"
import { openStudio } from "./support/open-studio.ts"
import { createPerson, secrets } from "./support/people.ts"

let chromium: Browser
// The first run on a machine may have to install Chromium.
beforeAll(async () => {
  chromium = await launchChromium()
}, 300_000)
afterAll(() => chromium?.close())

const markup = `<img src=x onerror="alert(1)"><b>bold</b>`

async function createPeople(): Promise<Adapter> {
  const adapter = memoryAdapter({ schema: studioSchema })
  await createPerson(adapter, "ada", "ada@example.com", markup)
  await createPerson(adapter, "bob", "bob@example.com", "Bob")
  await adapter.createUser({ id: "long", email: null, name: "x".repeat(5000) })
  for (let nth = 0; nth < 59; nth++)
    await adapter.createUser({ id: `user-${nth}`, email: `zoe-${String(nth).padStart(2, "0")}@example.com` })
  const expires = new Date("2098-02-01T00:00:00.000Z")
  for (let nth = 0; nth < 600; nth++)
    await adapter.createSession({ sessionToken: `session-canary-many-${nth}`, userId: "bob", expires })
  return adapter
}

const open = async (options?: Parameters<typeof openPage>[2]) => {
  const adapter = await createPeople()
  return { adapter, ...(await openPage(chromium, adapter, options)) }
}

describe("the page of the studio", () => {
  test("the link leads to an address without the token, and scripts cannot read the cookie", async () => {
    const { page, studio } = await open()
    expect(page.url()).toBe(`${studio.origin}/`)
    expect(await page.evaluate(() => document.cookie)).toBe("")
    await page.getByRole("table", { name: "All users" }).waitFor()
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2)
  })

  test("the link also works on the page of another site, such as a terminal in a browser", async () => {
    const studio = await openStudio(await createPeople(), { files: await pageFiles() })
    const page = await chromium.newPage()
    await page.goto(`data:text/html,<a href="${studio.origin}${studio.linkPath}">open</a>`)
    await page.getByRole("link", { name: "open" }).click()
    await page.getByRole("table", { name: "All users" }).waitFor()
    expect(page.url()).toBe(`${studio.origin}/`)
    await page.close()
  })

  test("users are listed in pages and found with the keyboard alone", async () => {
    const { page } = await open()
    const rows = page.getByRole("table").locator("tbody tr")
    await page.getByText("50 of 62 users", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Load more users" }).press("Enter")
    await page.getByText("62 users", { exact: true }).waitFor()
    expect(await rows.count()).toBe(62)
    // The button is gone, and the focus is on the first new user.
    expect(await rows.nth(50).getByRole("link").evaluate(hasFocus)).toBe(true)

    await page.keyboard.press("/")
    await page.keyboard.type("ZOE-1")
    await page.getByText("10 users found", { exact: true }).waitFor()
    await page.keyboard.type("0")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "zoe-10@example.com" }).waitFor()
    await page.goBack()
    expect(await page.getByLabel("Find a user").inputValue()).toBe("ZOE-10")
    await page.getByLabel("Find a user").fill("nothing")
    await page.getByText("No name or email contains this text").waitFor()
    await page.getByRole("button", { name: "Clear the search" }).press("Enter")
    expect(await page.getByLabel("Find a user").evaluate(hasFocus)).toBe(true)
    await page.getByText("50 of 62 users", { exact: true }).waitFor()
    await page.getByLabel("Find a user").fill("user-7")
    await page.getByRole("link", { name: "zoe-07@example.com" }).click()
    await page.getByRole("heading", { name: "zoe-07@example.com" }).waitFor()
    await page.getByRole("link", { name: "Users matching “user-7”" }).click()
    await page.getByText("1 user found", { exact: true }).waitFor()
    await page.getByRole("link", { name: "Users", exact: true }).click()
    await page.getByRole("table", { name: "All users" }).waitFor()
  })

  test("the skip link leads to the content of the present view", async () => {
    const { page, studio } = await open()
    await page.goto(`${studio.origin}/#/user?id=bob`)
    await page.getByRole("heading", { name: "bob@example.com" }).waitFor()
    await page.getByRole("link", { name: /^Skip/ }).press("Enter")
    expect(page.url()).toBe(`${studio.origin}/#main`)
    await page.waitForTimeout(100)
    expect(await page.getByRole("heading", { name: "bob@example.com" }).count()).toBe(1)
  })

  test("a user is shown with accounts, passkeys and sessions; SEC-L2 markup is text, SEC-L3 without secrets", async () => {
    const { page, console, foreign, received } = await open()
    await page.getByRole("link", { name: "ada@example.com" }).click()
    await page.getByRole("region", { name: "Accounts", exact: true }).getByText("github-ada").waitFor()
    await page
      .getByRole("region", { name: "Passkeys", exact: true })
      .getByText("credential-ada")
      .first()
      .waitFor()
    await page.getByText("2 sessions", { exact: true }).waitFor()
    expect(await page.locator("dd", { hasText: "onerror" }).textContent()).toBe(markup)
    expect(await page.locator("img, main b").count()).toBe(0)
    const everything = [await page.content(), await received(), ...console].join("\n")
    for (const secret of secrets) expect(everything).not.toContain(secret)
    expect([console, foreign]).toEqual([[], []])
    expect(await page.title()).toBe("ada@example.com · Mortise studio")
    const expiry = page.getByRole("region", { name: "Accounts", exact: true }).locator("time")
    expect(await expiry.textContent()).toBe("2097-12-31 00:00 UTC")
    expect(await expiry.getAttribute("title")).toBe("2097-12-31T00:00:00.000Z")
    const [one, other] = await page.getByRole("button", { name: /^Copy the handle/ }).allTextContents()
    expect(one).not.toBe(other)
  })

  test("a long value is shown in full on demand, and does not widen the page", async () => {
    const { page } = await open()
    await page.goto("/#/user?id=long")
    const field = page.locator("dd", { hasText: "xxx" })
    expect((await field.textContent())?.length).toBeLessThan(200)
    await field.getByRole("button", { name: "Show all of name" }).press("Enter")
    expect(await field.getByRole("region", { name: "name" }).textContent()).toBe("x".repeat(5000))
    await expectFits(page)
    await field.getByRole("button", { name: "Copy name" }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("x".repeat(5000))
    await field.getByRole("button", { name: "Show less of name" }).click()
    expect((await field.textContent())?.length).toBeLessThan(200)
  })

  test("a session is revoked, an account unlinked, a passkey removed", async () => {
    const { page, studio, adapter } = await open()
    await page.goto("/#/user?id=ada")
    const revoke = page.getByRole("button", { name: /^Revoke session/ })
    await revoke.first().press("Enter")
    await page.getByText("The session is revoked.").waitFor()
    expect(await revoke.evaluate(hasFocus)).toBe(true)
    await page.getByText("1 session", { exact: true }).waitFor()

    await page.getByRole("button", { name: /^Unlink account/ }).click()
    await page
      .getByRole("dialog", { name: "Unlink an account of ada@example.com?" })
      .getByText("github")
      .waitFor()
    await page.getByRole("button", { name: "Cancel" }).click()
    await page.getByRole("button", { name: /^Unlink account/ }).click()
    await page.getByRole("button", { name: "Unlink", exact: true }).last().click()
    await page.getByText("The account is unlinked.").waitFor()
    await page.getByText("No account:").waitFor()
    const heading = page.getByRole("heading", { name: "Accounts" })
    await expect.poll(() => heading.evaluate(hasFocus)).toBe(true)

    await page.getByRole("button", { name: /^Remove passkey/ }).click()
    await page.getByRole("button", { name: "Remove", exact: true }).last().click()
    await page.getByText("The passkey is removed.").waitFor()
    expect(await adapter.listAuthenticatorsByUserId("ada")).toEqual([])
    expect(studio.changes.map(({ action }) => action)).toEqual([
      "revoke-session",
      "unlink-account",
      "remove-passkey",
    ])
  })

  test("hundreds of sessions load in pages and are revoked in batches with their progress; the user is suspended and resumed", async () => {
    const { page, studio } = await open()
    await page.goto("/#/user?id=bob")
    await page.getByRole("button", { name: "Load more sessions" }).click()
    await page.getByText("100 of 602 sessions").waitFor()
    await page.getByRole("button", { name: "Sign out everywhere …" }).click()
    await page.getByRole("dialog").getByText("602 live sessions").waitFor()
    let sendNext = () => {}
    const wasSeen = new Promise<void>((resolve) => {
      sendNext = resolve
    })
    // The second batch waits, so that there is time to see the progress of the first.
    await page.route("**/api/sign-out-everywhere", async (route) => {
      if (studio.changes.length > 0) await wasSeen
      await route.continue()
    })
    await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click()
    await page.getByRole("dialog").getByText("500 of 602").waitFor()
    sendNext()
    await page.getByText("602 sessions revoked.").waitFor()
    await page.getByText("No live session").waitFor()
    expect(studio.changes.map(({ changed }) => changed)).toEqual([500, 102])

    await page.getByRole("button", { name: "Suspend …" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click()
    await page.getByText("The user is suspended.").waitFor()
    await page.getByRole("button", { name: "Resume …" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Resume" }).click()
    await page.getByText("The user can sign in again.").waitFor()
    await page.getByRole("button", { name: "Suspend …" }).waitFor()
  })

  test("a deletion lists what it removes and needs the email", async () => {
    const { page, adapter } = await open()
    await page.goto("/#/user?id=ada")
    await page.getByRole("button", { name: "Delete …" }).click()
    const dialog = page.getByRole("dialog", { name: "Delete ada@example.com?" })
    expect(await dialog.getByRole("listitem").allTextContents()).toEqual([
      "1 account",
      "2 live sessions",
      "1 passkey",
      "1 verification token",
    ])
    expect(await dialog.getByRole("button", { name: "Delete" }).isDisabled()).toBe(true)
    await expectAccessible(page)
    await expectFits(page)
    await dialog.getByLabel("Type ada@example.com to confirm").fill("ada@example.com")
    await page.keyboard.press("Enter")
    await page.getByText("The user is deleted.").waitFor()
    await page.getByRole("table", { name: "All users" }).waitFor()
    expect(await adapter.getUser("ada")).toBeNull()
  })
})

describe("every view", () => {
  test("is accessible in light and dark, and fits every width", async () => {
    // A few rows of each kind are enough, because axe looks at every one.
    const adapter = memoryAdapter({ schema: studioSchema })
    await createPerson(adapter, "ada", "ada@example.com", markup)
    await adapter.createUser({ id: "long", email: null, name: "x".repeat(5000) })
    const [emailVerified, suspendedAt] = [new Date(), new Date()]
    const suspended = { id: "bob", email: "bob@example.com", emailVerified, suspendedAt }
    await adapter.createUser(suspended)
    const { page, console } = await openPage(chromium, adapter)
    const views = {
      "/#/users": "3 users",
      "/#/users?search=nothing": "No user matches",
      "/#/user?id=ada": "2 sessions",
      "/#/user?id=long": "No live session",
      "/#/user?id=unknown": "does not exist",
    }
    for (const [path, text] of Object.entries(views)) {
      await page.goto(path)
      await page.getByText(text).waitFor()
      await expectAccessible(page)
      await expectFits(page)
    }
    await page.getByRole("button", { name: "Theme: system" }).click()
    expect(await page.locator("html").getAttribute("data-theme")).toBe("light")
    // Chromium reports the status 404 of the user that does not exist.
    expect(console.filter((line) => !line.includes("404"))).toEqual([])
    await page.context().clearCookies()
    await page.goto("/signed-out")
    await page.getByText("Open the link that npx mortise studio printed.").waitFor()
    expect(await page.locator("main").evaluate((main) => getComputedStyle(main).borderRadius)).toBe("12px")
    await expectAccessible(page)
    await expectFits(page)
  })

  test("without --write, no view has a control that changes rows", async () => {
    const { page } = await open({ write: false })
    await page.getByText("read-only").waitFor()
    await page.goto("/#/user?id=ada")
    await page.getByText("2 sessions", { exact: true }).waitFor()
    const names = /Revoke|Unlink|Remove|Suspend|Delete|Sign out|Sweep/
    expect(await page.getByRole("button", { name: names }).count()).toBe(0)
    await page.goto("/#/store")
    await page.getByText("start the studio with --write").waitFor()
    expect(await page.getByRole("button", { name: names }).count()).toBe(0)
  })
})
