import { expect, test } from "vitest"
import { expectAccessible } from "../../../pages/test/expect-accessible.ts"
import { expectFits } from "../../../pages/test/expect-fits.ts"
import { openMore, rowsOf, runExperiment } from "./page-laboratory-support.ts"
import { usePlaygroundPage } from "./page-support.ts"

const open = usePlaygroundPage()

test("the first button shows the claim: the link of a deleted user signs in on Drizzle, and not on Mortise", async () => {
  const { page } = await open()
  const title = "Delete the user, then open an old link"
  const claim = "With Auth.js’s Drizzle adapter, the old link of a deleted user still signs in."
  await page.getByRole("region", { name: title, exact: true }).getByText(claim).waitFor()
  const card = await runExperiment(page, title, "Show it live")
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

test("what Auth.js causes is labelled; other experiments wait; the results are accessible and fit every width", async () => {
  const { page } = await open()
  const restart = page.getByRole("region", { name: "Stop the store and start it again" })
  const race = page.getByRole("region", { name: "One link, eight clicks at once" })
  await openMore(page)
  await restart.getByRole("button", { name: "Compare with Drizzle" }).click()
  await race.getByRole("button", { name: "Compare with Drizzle", disabled: true }).waitFor()
  await race.getByText("after the running one").waitFor()
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
  await openMore(page)
  const card = await runExperiment(page, "Move the clock", "Run on Mortise")
  expect(await card.locator(".verdict").textContent()).toBe("Mortise keeps every rule.")
  expect(await card.locator("thead th").count()).toBe(2)
})
