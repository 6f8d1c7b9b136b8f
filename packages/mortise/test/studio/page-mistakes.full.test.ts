import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Adapter, extras } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { launchChromium } from "../authjs/harness/chromium.ts"
import { hasFocus } from "./support/has-focus.ts"
import { hold } from "./support/hold.ts"
import { studioSchema } from "./support/main-path.ts"
import { openPage } from "./support/open-page.ts"
import { createPerson } from "./support/people.ts"

let chromium: Browser
// The first run on a machine may have to install Chromium.
beforeAll(async () => {
  chromium = await launchChromium()
}, 300_000)
afterAll(() => chromium?.close())

async function createPeople(): Promise<Adapter> {
  const adapter = memoryAdapter({ schema: studioSchema })
  await createPerson(adapter, "ada", "ada@example.com", "Ada")
  await createPerson(adapter, "bob", "bob@example.com", "Bob")
  return adapter
}

async function open(adapter?: Adapter) {
  const store = adapter ?? (await createPeople())
  const opened = await openPage(chromium, store)
  await opened.page.getByRole("table", { name: "All users" }).waitFor()
  return { adapter: store, ...opened }
}

const shownUser = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 })

test("SEC-S17: every question names the person", async () => {
  const { page, studio } = await open()
  await page.goto("/#/user?id=bob")
  for (const [button, question] of [
    ["Suspend …", "Suspend bob@example.com?"],
    ["Sign out everywhere …", "Sign bob@example.com out everywhere?"],
    ["Delete …", "Delete bob@example.com?"],
    [/^Unlink account/, "Unlink an account of bob@example.com?"],
    [/^Remove passkey/, "Remove a passkey of bob@example.com?"],
  ] as const) {
    const opener = page.getByRole("button", { name: button })
    await opener.press("Enter")
    const dialog = page.getByRole("dialog", { name: question })
    await dialog.getByText("Bob", { exact: true }).waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    expect(await opener.evaluate(hasFocus)).toBe(true)
  }
  expect(studio.changes).toEqual([])
})

describe("Cancel during an action", () => {
  /** Bob with 1,102 sessions, and the dialog in which the first batch runs. */
  async function signOut(action = "sign-out-everywhere", button = "Sign out everywhere") {
    const adapter = await createPeople()
    const expires = new Date("2098-02-01T00:00:00.000Z")
    for (let nth = 0; nth < 1100; nth++)
      await adapter.createSession({ sessionToken: `many-${nth}`, userId: "bob", expires })
    const opened = await open(adapter)
    const { page } = opened
    await page.goto("/#/user?id=bob")
    await page.getByRole("button", { name: `${button} …` }).click()
    const first = await hold(page, new RegExp(`/api/${action}$`))
    await page.getByRole("dialog").getByRole("button", { name: button }).click()
    await expect.poll(first.held).toBe(1)
    const left = async () => (await extras(adapter as never)?.listSessions?.("bob"))?.length
    return { ...opened, release: first.release, left }
  }

  test("stops after the running batch, and says how many were ended", async () => {
    const { page, studio, release, left } = await signOut()
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Stopping after this batch" }).waitFor()
    release()
    await page.getByText("Stopped. 500 sessions revoked, 602 left.").waitFor()
    await page.getByText("of 602 sessions").waitFor()
    await page.waitForTimeout(300)
    expect([studio.changes.length, await left()]).toEqual([1, 602])
  })

  test("Escape stops it too", async () => {
    const { page, studio, release, left } = await signOut()
    await page.keyboard.press("Escape")
    release()
    await page.getByText("Stopped. 500 sessions revoked, 602 left.").waitFor()
    await page.waitForTimeout(300)
    expect([studio.changes.length, await left()]).toEqual([1, 602])
  })

  test("leaving the view stops it too", async () => {
    const { page, studio, release, left } = await signOut()
    await page.goBack()
    release()
    await page.getByText("Stopped. 500 sessions revoked, 602 left.").waitFor()
    await page.waitForTimeout(300)
    expect([studio.changes.length, await left()]).toEqual([1, 602])
  })

  test("a stopped suspension leaves the user suspended, and so does a stopped resumption", async () => {
    const { page, release, adapter } = await signOut("suspend-user", "Suspend")
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
    release()
    await page.getByText("The user is suspended. Stopped. 500 sessions revoked, 602 left.").waitFor()
    await page.getByRole("button", { name: "Resume …" }).click()
    const resuming = await hold(page, /resume-user$/)
    await page.getByRole("dialog").getByRole("button", { name: "Resume" }).click()
    await expect.poll(resuming.held).toBe(1)
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
    resuming.release()
    await page.getByText("The user is still suspended. Stopped. 500 sessions revoked, 102 left.").waitFor()
    expect(await adapter.getUser("bob")).toMatchObject({ suspendedAt: expect.any(Date) })
  })

  test("a deletion cannot be cancelled once it runs", async () => {
    const { page, adapter } = await open()
    await page.goto("/#/user?id=ada")
    await page.getByRole("button", { name: "Delete …" }).click()
    const { release, held } = await hold(page, /delete-user$/)
    await page.getByLabel("Type ada@example.com to confirm").fill("ada@example.com")
    await page.keyboard.press("Enter")
    await expect.poll(held).toBe(1)
    expect(await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).count()).toBe(0)
    release()
    await page.getByText("The user is deleted.").waitFor()
    expect(await adapter.getUser("ada")).toBeNull()
  })
})

test("SEC-S7: the page says what was ended and what could not be", async () => {
  const { page } = await open()
  await page.goto("/#/user?id=bob")
  await page.getByRole("button", { name: "Sign out everywhere …" }).click()
  await page.getByRole("dialog").getByText("those of Auth.js").waitFor()
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click()
  await page.getByText("2 sessions revoked. Tokens of mortise/auth are refused from now on.").waitFor()
  const notEnded = ["Tokens of mortise/auth were not ended: The key does not allow slots.get."]
  await page.route("**/api/suspend-user", (route) =>
    route.fulfill({ json: { changed: 0, left: 0, notEnded } }),
  )
  await page.getByRole("button", { name: "Suspend …" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click()
  await page.locator(".toast-bad", { hasText: notEnded[0] as string }).waitFor()
})

describe("SEC-S16: invisible characters", () => {
  const hostile = "A\u009b31m\u0085\u061c\u200f\u202eB\u2066\u2069\u200b\u{e0001}\u2028"
  const shown = "A\\u009b31m\\u0085\\u061c\\u200f\\u202eB\\u2066\\u2069\\u200b\\udb40\\udc01\\u2028"

  /** All text and all attributes of the page, but for addresses, which are encoded. */
  const everything = (page: Page) =>
    page.evaluate(() => {
      const elements = [...document.querySelectorAll("*")]
      const attributes = elements.flatMap((element) => [...element.attributes].map(({ value }) => value))
      return [document.title, document.body.textContent, ...attributes].join("\n")
    })

  test("are shown as escapes in every view, title, attribute and question", async () => {
    const adapter = memoryAdapter({ schema: studioSchema })
    await adapter.createUser({ id: hostile, email: null as never, name: hostile })
    await adapter.linkAccount({
      userId: hostile,
      type: "oauth",
      provider: hostile,
      providerAccountId: hostile,
    })
    const { page } = await open(adapter)
    const expectVisible = async () => {
      await page.getByText(shown).first().waitFor()
      expect(await everything(page)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }
    await expectVisible()
    await page.getByRole("link", { name: "(no email)" }).click()
    await shownUser(page).getByText(shown).waitFor()
    await expectVisible()
    for (const button of ["Sign out everywhere …", "Suspend …", /^Unlink account/, "Delete …"]) {
      await page.getByRole("button", { name: button }).click()
      await page.getByRole("dialog").getByText(shown).first().waitFor()
      await expectVisible()
      if (button !== "Delete …") await page.keyboard.press("Escape")
    }
    // Nobody can type the id itself.
    await page.getByLabel(`Type ${shown} to confirm`).fill(shown)
    await page.keyboard.press("Enter")
    await page.getByText("The user is deleted.").waitFor()
    expect(await adapter.getUser(hostile)).toBeNull()
  })

  test("are shown as escapes in errors", async () => {
    const { page } = await open()
    await page.route("**/api/user?*", (route) =>
      route.fulfill({ status: 502, json: { error: { code: "store_failed", message: hostile } } }),
    )
    await page.goto("/#/user?id=ada")
    await page.getByText(shown).waitFor()
    expect(await everything(page)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  })
})

describe("a store that fails", () => {
  const cause = "The database failed: The server refused the connection."
  const fail = (page: Page, url: RegExp) =>
    page.route(url, (route) =>
      route.fulfill({ status: 502, json: { error: { code: "store_failed", message: cause } } }),
    )

  /** One banner has the cause, and Retry loads what is missing. */
  async function expectOneBanner(page: Page, loaded: string) {
    const banner = page.getByRole("alert")
    await banner.getByText(cause).waitFor()
    expect(await banner.count()).toBe(1)
    expect(await page.getByText(cause).count()).toBe(1)
    await banner.getByRole("button", { name: "Retry" }).press("Enter")
    await page.getByText(cause).waitFor()
    expect(await banner.getByRole("button", { name: "Retry" }).evaluate(hasFocus)).toBe(true)
    await page.unrouteAll()
    await banner.getByRole("button", { name: "Retry" }).press("Enter")
    await page.getByText(loaded).first().waitFor()
    await banner.waitFor({ state: "detached" })
    expect(await shownUser(page).evaluate(hasFocus)).toBe(true)
  }

  test("shows one banner in each view, with the cause and Retry", async () => {
    const { page } = await open()
    for (const [path, url, loaded] of [
      ["/#/users", /api\/(users|count)/, "bob@example.com"],
      ["/#/users", /api\/count/, "2 users"],
      ["/#/user?id=bob", /api\/(user|sessions)/, "github-bob"],
      ["/#/user?id=bob", /api\/sessions/, "2 sessions"],
      ["/#/store", /api\/count/, "verification tokens"],
    ] as const) {
      await fail(page, url)
      await page.goto("about:blank")
      await page.goto(path)
      await expectOneBanner(page, loaded)
    }
  })

  test("keeps the rows that are shown if it fails after the first page", async () => {
    const adapter = memoryAdapter()
    for (let nth = 0; nth < 60; nth++)
      await adapter.createUser({ id: `user-${nth}`, email: `${nth}@example.com` })
    const { page } = await openPage(chromium, adapter)
    await page.getByText("50 of 60 users").waitFor()
    await fail(page, /api\/users/)
    await page.getByRole("button", { name: "Load more users" }).click()
    await page.getByRole("alert").getByText(cause).waitFor()
    expect(await page.getByRole("row").count()).toBe(51)
    await page.unrouteAll()
    await page.getByRole("button", { name: "Retry" }).click()
    await page.getByText("60 users", { exact: true }).waitFor()
  })

  test("shows one banner for a studio that does not answer", async () => {
    const { page } = await open()
    await page.route("**/api/**", (route) => route.abort())
    await page.getByRole("link", { name: "Store" }).click()
    await page.getByRole("alert").getByText("check that the command is still running").waitFor()
    expect(await page.getByRole("alert").count()).toBe(1)
  })
})
