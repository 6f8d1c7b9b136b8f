import { statSync } from "node:fs"
import { join } from "node:path"
import type { BrowserContextOptions, Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { dist } from "../../../../site/check/built-site.ts"
import { expectAccessible } from "../../../pages/test/expect-accessible.ts"
import type { Tab } from "../../../pages/test/open-tab.ts"

const stores = ["memory", "pglite"] as const

/** PGlite takes seconds to start, and longer on a busy machine. */
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 180_000 })

/** Opens the page, and waits until its store is open. */
async function openPlayground(page: Page, store: (typeof stores)[number]): Promise<void> {
  await page.goto(`/try/?store=${store}`)
  if (store === "pglite") await button(page, "Download and start").click()
  await waitUntilOpen(page)
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

const waitUntilOpen = (page: Page): Promise<void> =>
  eventually(() => button(page, "Create the user").isEnabled()).toBe(true)

/** Presses a button, and returns what the page says about the action. */
async function act(page: Page, name: string): Promise<string> {
  const runs = page.locator(".run")
  const before = await runs.count()
  await button(page, name).click()
  await eventually(() => runs.count()).toBe(before + 1)
  const says = runs.first().locator("> p")
  await eventually(() => says.innerText()).not.toBe("…")
  return says.innerText()
}

const lastOperations = (page: Page): Promise<string[]> =>
  page.locator(".run").first().locator(".operation-name").allInnerTexts()

const lastLine = (page: Page): Promise<string> =>
  page.locator(".run").first().locator(".operation-outcome").last().innerText()

const rowsOf = (page: Page, table: string): Promise<number> =>
  page.getByRole("table", { name: table }).locator("tbody tr").count()

/** Runs the race, and returns the cells of each row by their column. */
async function race(page: Page, kind: string): Promise<Record<string, string>[]> {
  await page.getByText(kind, { exact: true }).click()
  await button(page, "Run the race").click()
  const rows = page.getByRole("table", { name: "Winners of each round" }).locator("tbody tr")
  const read = () =>
    rows.evaluateAll((all) =>
      all.map((row) =>
        Object.fromEntries(
          [...row.querySelectorAll("td")].map((cell) => [cell.dataset["label"], cell.textContent]),
        ),
      ),
    )
  await eventually(() => page.getByText("The race is over.").count()).toBe(1)
  const result = await read()
  expect(result.map((row) => row["Rounds"])).toEqual(["20", "20"])
  return result
}

/** The tests of the page that runs Mortise in a browser. */
export function testPlayground(openTab: (options?: BrowserContextOptions) => Promise<Tab>): void {
  describe.each(stores)("the playground on %s", (store) => {
    test("shows the operations and rows of a sign-in, and refuses a used link", async () => {
      const { page, console: messages, foreign } = await openTab()
      await openPlayground(page, store)
      await act(page, "Request a sign-in link")
      await eventually(() => rowsOf(page, "verification_tokens")).toBe(1)
      expect(await act(page, "Open the link")).toBe("Ada is signed in.")
      const signIn = ["useVerificationToken", "getUserByEmail", "createUser", "createSession"]
      expect(await lastOperations(page)).toEqual(signIn)
      const statements = await page.locator(".run").first().locator(".operation-statement").allInnerTexts()
      expect(statements.map((text) => text.split(" ")[0])).toEqual(
        store === "memory" ? [] : ["DELETE", "SELECT", "INSERT", "INSERT"],
      )
      await eventually(() => rowsOf(page, "sessions")).toBe(1)
      expect(await rowsOf(page, "users")).toBe(1)
      expect(await act(page, "Open the link")).toContain("Refused")
      expect(await lastOperations(page)).toEqual(["useVerificationToken"])
      expect(await act(page, "Sign out")).toBe("Ada is signed out.")
      await eventually(() => rowsOf(page, "sessions")).toBe(0)
      expect({ messages, foreign }).toEqual({ messages: [], foreign: [] })
    })

    test("shows the code of an error", async () => {
      const { page } = await openTab()
      await openPlayground(page, store)
      for (const name of ["Create the user", "Link GitHub account 1815"]) await act(page, name)
      await page.getByText("Grace", { exact: true }).click()
      for (const name of ["Create the user", "Link GitHub account 1815"]) await act(page, name)
      expect(await lastLine(page)).toBe("accounts, failed: conflict")
      await act(page, "Delete the user")
      await act(page, "Sign in")
      expect(await lastLine(page)).toBe("sessions, failed: not_found")
    })
  })

  test("in a race, Mortise has one winner, and @auth/pg-adapter as many as its tables let it have", async () => {
    const { page } = await openTab()
    await openPlayground(page, "pglite")
    const several: Record<string, string | undefined> = {}
    const run = async (kind: string) => {
      const [mortise, official] = await race(page, kind)
      expect(mortise, kind).toMatchObject({ "With one winner": "20", "With several": "0 rounds" })
      expect(official?.["Adapter"]).toMatch(/^@auth\/pg-adapter \d+\.\d+\.\d+$/)
      return official?.["With several"]
    }
    for (const kind of ["Sign up with the same address", "Open the same link", "Link the same account"])
      several[kind] = await run(kind)
    expect(several).toEqual({
      "Sign up with the same address": "20 rounds",
      "Open the same link": "0 rounds",
      "Link the same account": "20 rounds",
    })
    expect(await page.getByText("one GitHub account belongs to 8 users").count()).toBe(1)
    await page.getByText("With unique keys added", { exact: true }).click()
    expect(await run("Link the same account")).toBe("0 rounds")
    await expectAccessible(page)
  })

  test("the keyboard chooses the store, a reload keeps the choice, and a reset empties it", async () => {
    const { page } = await openTab()
    await page.goto("/try/")
    await waitUntilOpen(page)
    await page.getByRole("radio", { name: "Memory" }).focus()
    await page.keyboard.press("ArrowRight")
    await eventually(() => page.url()).toContain("?store=pglite")
    await page.reload()
    expect(await page.getByRole("radio", { name: "PGlite" }).isChecked()).toBe(true)
    await button(page, "Download and start").press("Enter")
    await waitUntilOpen(page)
    await button(page, "Create the user").focus()
    await page.keyboard.press("Enter")
    await eventually(() => rowsOf(page, "users")).toBe(1)
    await button(page, "Reset").click()
    await waitUntilOpen(page)
    await eventually(() => rowsOf(page, "users")).toBe(0)
  })

  test("the playground is accessible, and fits into 360 px, with rows and results", async () => {
    const { page } = await openTab({ viewport: { width: 360, height: 800 } })
    await openPlayground(page, "memory")
    for (const name of ["Request a sign-in link", "Open the link", "Link GitHub account 1815"])
      await act(page, name)
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })

  test("PGlite is downloaded after the page has said its size, by a worker, and only by this page", async () => {
    const { page } = await openTab()
    const loaded: string[] = []
    page.context().on("request", (request) => loaded.push(new URL(request.url()).pathname))
    const ofPglite = () => loaded.filter((path) => path.startsWith("/try/pglite/"))
    await page.goto("/", { waitUntil: "networkidle" })
    expect(loaded.filter((path) => path.startsWith("/try/"))).toEqual([])
    await openPlayground(page, "memory")
    expect(loaded).toContain("/try/playground.js")
    await page.locator(".segment", { hasText: "PGlite" }).click()
    const size = await page.locator(".card strong", { hasText: "MB" }).innerText()
    expect(ofPglite()).toEqual([])
    await button(page, "Download and start").click()
    await waitUntilOpen(page)
    const bytes = [...new Set(ofPglite())].reduce((sum, path) => sum + statSync(join(dist, path)).size, 0)
    expect(`${(bytes / 1_000_000).toFixed(1)} MB`).toBe(size)
    const byPage = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name))
    expect(byPage.filter((url) => url.includes("/pglite/"))).toEqual([])
  })

  test("without JavaScript, the page says what it needs", async () => {
    const { page } = await openTab({ javaScriptEnabled: false })
    await page.goto("/try/")
    expect(await page.locator("#playground").innerText()).toContain("This page needs JavaScript")
  })
}
