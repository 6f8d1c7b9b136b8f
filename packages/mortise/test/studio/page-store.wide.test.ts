import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { expectAccessible } from "../../../pages/test/expect-accessible.ts"
import { expectFits } from "../../../pages/test/expect-fits.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { launchChromium } from "../authjs/harness/chromium.ts"
import { openLibsql } from "../migrate/support/databases.ts"
import { hasFocus } from "./support/has-focus.ts"
import { openPage } from "./support/open-page.ts"

let chromium: Browser
// The first run on a machine may have to install Chromium.
beforeAll(async () => {
  chromium = await launchChromium()
}, 300_000)
afterAll(() => chromium?.close())

describe("the view of the store", () => {
  test("counts rows, sweeps, and shows drift with the statement that fixes it", async () => {
    const database = openLibsql()
    const adapter = database.adapter()
    await migrate(adapter)
    await database.run("DROP INDEX sessions_expires_idx")
    for (let nth = 0; nth < 700; nth++)
      await adapter.createVerificationToken({ identifier: "x@y.z", token: `t-${nth}`, expires: new Date(0) })
    const { page, console } = await openPage(chromium, adapter)
    await page.getByRole("link", { name: "Store" }).click()
    await page.getByText("verification tokens").locator("..").getByText("700").waitFor()
    const check = page.getByRole("button", { name: "Check", exact: true })
    await check.click()
    await page.getByText("missing_index sessions.expires", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Copy the fix of missing_index" }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^CREATE INDEX/)
    await expectAccessible(page)
    await expectFits(page)
    await page.getByRole("button", { name: "Sweep" }).click()
    await page.getByText("700 expired rows removed.").waitFor()
    await page.getByText("verification tokens").locator("..").getByText("0", { exact: true }).waitFor()
    await database.run(await page.evaluate(() => navigator.clipboard.readText()))
    await check.click()
    await page.getByText("The database has everything that the adapter needs.").waitFor()
    expect(console).toEqual([])
  })

  test("a sweep stops after a batch if the person asks", async () => {
    const adapter = memoryAdapter()
    for (let nth = 0; nth < 1600; nth++)
      await adapter.createVerificationToken({ identifier: "x@y.z", token: `t-${nth}`, expires: new Date(0) })
    const { page, studio } = await openPage(chromium, adapter)
    // Slow answers, so that there is time to press the button.
    await page.route("**/api/sweep", async (route) => {
      const response = await route.fetch()
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.fulfill({ response })
    })
    await page.goto("/#/store")
    await page.getByRole("button", { name: "Sweep" }).click()
    await page.getByRole("button", { name: "Stop" }).click()
    await page.getByText("500 expired rows removed.").waitFor()
    await page.getByRole("button", { name: "Close: 500 expired rows removed." }).click()
    await page.getByText("500 expired rows removed.").waitFor({ state: "detached" })
    expect(studio.changes).toEqual([{ action: "sweep", outcome: "done", changed: 500 }])
  })

  test("a large table is counted exactly only on demand", async () => {
    const database = openLibsql()
    const adapter = database.adapter()
    await migrate(adapter)
    await database.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100001)
      INSERT INTO users (id, email) SELECT i, i || '@example.com' FROM n`)
    const { page } = await openPage(chromium, adapter)
    await page.goto("/#/store")
    await page.getByText("at least 100,000").waitFor()
    await page.getByRole("button", { name: "Count users exactly" }).click()
    const exact = page.getByText("100,001")
    await exact.waitFor()
    // The button is gone.
    await expect.poll(() => exact.evaluate(hasFocus)).toBe(true)
  })
})
