import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { expectAccessible } from "../../../pages/test/expect-accessible.ts"
import { expectFits } from "../../../pages/test/expect-fits.ts"
import { usePlaygroundPage } from "./page-support.ts"

const open = usePlaygroundPage()

/** Presses a button of a card and waits until its experiment ends. */
async function run(page: Page, title: string, button: string | RegExp) {
  const card = page.getByRole("region", { name: title })
  await card.getByRole("button", { name: button }).click()
  await card.getByRole("button", { name: button, disabled: true }).waitFor()
  await card.getByRole("button", { name: button, disabled: false }).waitFor()
  return card
}

/** The result of one subject: its badge and the text of its measures. */
const result = (card: Awaited<ReturnType<typeof run>>, role: string) =>
  card.locator(`[data-role="${role}"]`).evaluate((subject) => ({
    badge: subject.querySelector(".badge")?.textContent,
    measures: Object.fromEntries(
      [...subject.querySelectorAll(".measure")].map((measure) => [
        measure.querySelector("dt")?.textContent,
        Number(measure.querySelector("dd")?.textContent),
      ]),
    ),
  }))

test("the race shows one winner for ours and the measured number for an official adapter", async () => {
  const { page } = await open()
  await page.getByLabel("Compare with").selectOption("@auth/unstorage-adapter")
  const card = await run(page, "One link, eight clicks at once", /^Compare/)
  for (const ours of ["mortise", "adapter"])
    expect(await result(card, ours)).toMatchObject({
      badge: "0 violations",
      measures: { "sign-ins, expected 20": 20 },
    })
  const { badge, measures } = await result(card, "official")
  const signIns = measures["sign-ins, expected 20"] ?? 0
  expect(signIns).toBeGreaterThan(20)
  expect(badge).toBe(`${signIns - 20} violations`)
})

test.each(["Delete the user during a sign-in", "Fail the k-th store call", "Kill and restart the store"])(
  "%s: mortise/auth breaks no rule",
  async (title) => {
    const { page } = await open()
    const card = await run(page, title, "Run on ours")
    expect(await result(card, "mortise")).toMatchObject({ badge: "0 violations" })
    expect(await card.locator('[data-role="official"]').count()).toBe(0)
  },
)

test("Move the clock: other experiments wait until it ends; the results are accessible and fit every width", async () => {
  const { page } = await open()
  const clock = page.getByRole("region", { name: "Move the clock" })
  await clock.getByRole("button", { name: /^Compare/ }).click()
  const race = page.getByRole("region", { name: "One link, eight clicks at once" })
  await race.getByRole("button", { name: "Run on ours", disabled: true }).waitFor()
  await race.getByRole("button", { name: "Run on ours", disabled: false }).waitFor()
  expect(await result(clock, "mortise")).toMatchObject({ badge: "0 violations" })
  expect(await clock.locator('[data-role="official"] .measure').count()).toBeGreaterThan(0)
  await expectAccessible(page)
  await expectFits(page)
})
