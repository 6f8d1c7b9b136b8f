import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { expectAccessible } from "../../../pages/test/expect-accessible.ts"
import { expectFits } from "../../../pages/test/expect-fits.ts"
import { eventually, usePlaygroundPage } from "./page-support.ts"

const open = usePlaygroundPage()

test("the page of a visitor is accessible and fits every width", async () => {
  const { page, console, foreign } = await open()
  await expectAccessible(page)
  await expectFits(page)
  expect([console, foreign]).toEqual([[], []])
})

test("the page of a user is accessible and fits every width, with all tables filled and an operation open", async () => {
  const { page, press, toast, rows, signInByLink, console, foreign } = await open()
  await press("Continue with Acme")
  await page.getByRole("button", { name: "Continue as Ada Lovelace" }).click()
  await press("Add a passkey")
  await toast("The passkey was added.")
  await press("Sign out")
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  await signInByLink("a.very.long.address.of.a.person@subdomain.of.a.company.example.com")
  await press("Load the session again")
  for (const table of ["users", "accounts", "sessions", "authenticators"])
    await eventually(() => rows(table), table).toBeGreaterThan(0)
  /** The names of operations that run into their verbs. */
  const tooWide = () =>
    page
      .locator(".operation-name")
      .evaluateAll((names) =>
        names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
      )
  expect(await page.locator(".operation-name").allTextContents()).toContain("listAuthenticatorsByUserId")
  expect(await tooWide()).toEqual([])
  await page.locator(".operation summary").first().click()
  await expectAccessible(page)
  await expectFits(page)
  await press("Delete this user …")
  await expectAccessible(page)
  expect([console, foreign]).toEqual([[], []])
})

test("the pages of Acme, of the docs and of errors are accessible and fit every width", async () => {
  const { page, press } = await open()
  await press("Continue with Acme")
  await page.getByRole("button", { name: "Continue as Nemo" }).waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await page.goto(new URL("/auth", page.url()).href)
  await page.getByRole("heading", { name: "The login failed" }).waitFor()
  await expectFits(page)
  for (const [path, heading] of [
    ["/nothing", "This page does not exist"],
    ["/app/mortise/nothing", "This page does not exist"],
    ["/docs/playground.md", "The playground"],
  ] as const) {
    await page.goto(path)
    await page.getByRole("heading", { name: heading, exact: true }).waitFor()
    await expectAccessible(page)
    await expectFits(page)
  }
})

test("every link to the documentation leads to a page, whatever library is chosen", async () => {
  const { page } = await open()
  for (const [library, start] of [
    ["Better Auth", "Add it to Better Auth"],
    ["mortise/auth", "Start with mortise/auth"],
    ["Auth.js", "Add it to Auth.js"],
  ] as const) {
    await page.getByRole("banner").getByText(library, { exact: true }).click()
    await page.getByRole("link", { name: start }).waitFor()
    const links = await page
      .locator(".documentation a")
      .evaluateAll((all) => all.map((link) => String(link.getAttribute("href"))))
    expect(links.length).toBeGreaterThanOrEqual(4)
    for (const link of links) expect((await page.request.get(link)).status(), link).toBe(200)
  }
})

test("a phone shows one section at a time, which the menu, the address and a sign-in keep", async () => {
  const { page, signInByLink } = await open()
  await page.setViewportSize({ width: 360, height: 740 })
  const menu = page.getByRole("navigation", { name: "Sections" })
  const shown = () => page.locator(".section").filter({ visible: true })
  await menu.getByRole("link", { name: "Sign in" }).press("Enter")
  await signInByLink()
  await page.reload()
  await page.getByRole("heading", { name: "Signed in" }).waitFor()
  await expectReachable(page)
  for (const name of ["Laboratory", "Sign in", "Calls", "Rows"]) {
    await menu.getByRole("link", { name }).press("Enter")
    await menu.locator("[aria-current=true]", { hasText: name }).waitFor()
    expect(await shown().count(), name).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollHeight), name).toBeLessThan(2500)
    await expectAccessible(page)
  }
  await page.goBack()
  await page.getByRole("region", { name: "What just happened" }).waitFor()
})

test("the page that confirms a link is accessible and fits every width", async () => {
  const { page, press } = await open("mortise")
  await press("Email me a link")
  await page.getByRole("link", { name: "Open the link" }).click()
  await page.getByRole("button", { name: "Sign in as ada@example.com" }).waitFor()
  await expectAccessible(page)
  await expectFits(page)
})

test("the keyboard reaches every control in the order of the page", async () => {
  const { page } = await open()
  await page.locator("details.more").evaluate((more: HTMLDetailsElement) => {
    more.open = true
  })
  await expectReachable(page)
})

/** Expects that the Tab key reaches every visible control in the order of the page. */
async function expectReachable(page: Page): Promise<void> {
  const controls = await page
    .locator(
      "a[href], button:enabled, input:not([type=radio]), input:checked, select, summary, section[tabindex='0']",
    )
    .filter({ visible: true })
    .evaluateAll((all) => all.map((element) => element.textContent))
  await page.evaluate(() => document.body.focus())
  const reached: (string | null | undefined)[] = []
  for (const _ of controls) {
    await page.keyboard.press("Tab")
    reached.push(await page.evaluate(() => document.activeElement?.textContent))
  }
  expect(reached).toEqual(controls)
}

test.each(["authjs", "mortise"] as const)(
  "no event, console message or text of the page contains a secret of a sign-in through %s",
  async (auth) => {
    const { page, press, origin, events, console, signInByLink } = await open(auth)
    await press("Email me a link")
    const link = page.getByRole("link", { name: "Open the link" })
    const mailed = await page.request.get((await link.getAttribute("href")) ?? "", { maxRedirects: 0 })
    const { searchParams } = new URL(mailed.headers()["location"] ?? "", origin)
    await signInByLink()
    const cookies = await page.context().cookies(origin)
    const secrets = [...searchParams.values(), ...cookies.map(({ value }) => decodeURIComponent(value))]
      .flatMap((value) => value.split("|"))
      .filter((value) => value.length >= 16 && !/^https?:|@/.test(value))
    expect(secrets.length).toBeGreaterThanOrEqual(2)
    const seen = [...events, ...console, await page.content()].join("\n")
    expect(seen, "the request with the token was seen").toMatch(/token=••••••/)
    expect(seen).toContain("createSession")
    for (const secret of secrets) expect(seen.includes(secret)).toBe(false)
  },
)
