import { runConformance, toHtml } from "@mortise/conformance"
import { expect, test } from "vitest"
import { threeCausesAdapter } from "../../conformance/test/support/three-causes-adapter.ts"
import { launchChromium } from "../../mortise/test/authjs/harness/chromium.ts"
import { openForTests } from "../../mortise/test/support/open-for-tests.ts"
import { expectAccessible } from "./expect-accessible.ts"
import { expectFits } from "./expect-fits.ts"
import { openTab } from "./open-tab.ts"

const browser = openForTests(launchChromium)

test("the HTML report of the suite fits phones and screens, has no script, and is accessible", async () => {
  const factory = () => ({ adapter: threeCausesAdapter() })
  const report = await runConformance({ factory, seed: 1, onLine: false })
  const { page, console: messages, foreign } = await openTab(browser, "http://localhost")
  await page.setContent(toHtml(report))
  expect(await page.locator("article.cause.failed").count()).toBeGreaterThan(2)
  for (const summary of await page.locator("summary").all()) await summary.click()
  await expectFits(page)
  await expectAccessible(page)
  expect([await page.locator("script").count(), messages, foreign]).toEqual([0, [], []])
})
