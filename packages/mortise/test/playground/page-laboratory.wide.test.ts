import type { Locator, Page } from "playwright-core"
import { expect, test } from "vitest"
import { expectAccessible } from "../../../pages/test/expect-accessible.ts"
import { expectFits } from "../../../pages/test/expect-fits.ts"
import { usePlaygroundPage } from "./page-support.ts"

const open = usePlaygroundPage()

/** Presses the button of a card, sees its progress, and waits until the experiment ends. */
async function run(page: Page, title: string, button: string | RegExp, timeout?: number): Promise<Locator> {
  const card = page.getByRole("region", { name: title, exact: true })
  await card.getByRole("button", { name: button }).click()
  await card.getByRole("progressbar").waitFor()
  await card.locator(".verdict").waitFor(timeout === undefined ? {} : { timeout })
  return card
}

/** The rows of the result: the text of each cell, and whether it is marked as wrong. */
const rowsOf = (card: Locator) =>
  card.locator(".comparison tbody tr").evaluateAll((rows) =>
    rows.map((row) => ({
      measure: row.querySelector("th")?.textContent,
      cells: [...row.querySelectorAll("td")].map((cell) => cell.firstChild?.textContent),
      wrong: [...row.querySelectorAll("td")].map((cell) => cell.classList.contains("comparison-wrong")),
    })),
  )

test("Drizzle is chosen at first: the link of a deleted user signs in there, and not on Mortise", async () => {
  const { page } = await open()
  const title = "Delete the user, then open an old link"
  const card = await run(page, title, "Compare with Drizzle")
  expect(await card.locator(".verdict").textContent()).toBe(
    "Mortise keeps every rule; Drizzle breaks 2 rules.",
  )
  expect(await rowsOf(card)).toEqual([
    { measure: "Old links that sign in after the deletion", cells: ["0", "5"], wrong: [false, true] },
    { measure: "Deleted people who are stored again", cells: ["0", "5"], wrong: [false, true] },
  ])
  expect(await card.locator(".result").textContent()).toContain(
    "Auth.js on @auth/drizzle-adapter, a SQLite file",
  )
})

test("Better Auth's own adapter is compared with ours, whatever adapter of Auth.js is chosen", async () => {
  const { page } = await open()
  const card = await run(page, "Better Auth’s adapters", "Compare with Kysely", 540_000)
  expect(await card.locator(".verdict").textContent()).toMatch(
    /^Mortise keeps every rule; Kysely breaks \d+ rules\.$/,
  )
  const [checked, broken] = await rowsOf(card)
  expect(checked).toMatchObject({ measure: "Rules checked", wrong: [false, false] })
  expect(broken).toMatchObject({ measure: "Rules broken", wrong: [false, true] })
  await expectAccessible(page)
  await expectFits(page)
}, 600_000)

test("what Auth.js causes is labelled; other experiments wait; the results are accessible and fit every width", async () => {
  const { page } = await open()
  const restart = page.getByRole("region", { name: "Stop the store and start it again" })
  const race = page.getByRole("region", { name: "One link, eight clicks at once" })
  await restart.getByRole("button", { name: "Compare with Drizzle" }).click()
  await race.getByRole("button", { name: "Compare with Drizzle", disabled: true }).waitFor()
  await restart.locator(".verdict").waitFor()
  expect(await restart.locator(".verdict").textContent()).toBe(
    "Drizzle adds no violation of its own: Auth.js itself breaks 1 rule, which mortise/auth keeps.",
  )
  expect(await restart.locator(".comparison-cause").allTextContents()).toEqual(["by Auth.js"])
  await race.getByRole("button", { name: "Compare with Drizzle", disabled: false }).waitFor()
  await expectAccessible(page)
  await expectFits(page)
})

test("without another adapter, an experiment runs on Mortise only", async () => {
  const { page } = await open()
  await page.getByLabel("Compare with").selectOption("nothing: only Mortise")
  const card = await run(page, "Move the clock", "Run on Mortise")
  expect(await card.locator(".verdict").textContent()).toBe("Mortise keeps every rule.")
  expect(await card.locator("thead th").count()).toBe(2)
})
