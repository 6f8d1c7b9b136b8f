import { readFileSync } from "node:fs"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { expectAccessible } from "../../../pages/test/expect-accessible.ts"
import { expectFits } from "../../../pages/test/expect-fits.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { launchChromium } from "../authjs/harness/chromium.ts"
import { addUser, addUsers, canaries, everything, leftIn, without } from "../cli/support/breach.ts"
import { openLibsql } from "../support/databases.ts"
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

  test("a sweep stops after a batch on request", async () => {
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

describe("the view after a leak", () => {
  test("counts by a rule, ends sessions after a confirmation, and offers the receipt, using only the keyboard", async () => {
    const adapter = memoryAdapter()
    await addUsers(adapter)
    const { page, studio, console, received } = await openPage(chromium, adapter)
    await page.getByRole("link", { name: "After a leak" }).press("Enter")
    await page.getByRole("radio", { name: "Domain" }).press("Space")
    await page.getByLabel("Domain", { exact: true }).last().fill("example.com")
    await page.getByRole("checkbox", { name: "Provider tokens" }).press("Space")
    await expectAccessible(page)
    await expectFits(page)
    await page.getByRole("button", { name: "Count" }).press("Enter")
    await page.getByText("Nothing was changed: this is what would be ended.").waitFor()
    await expect.poll(() => page.getByRole("heading", { name: "Dry run" }).evaluate(hasFocus)).toBe(true)
    expect(await leftIn(adapter)).toEqual(everything)
    await expectAccessible(page)

    await page.getByRole("button", { name: "End them …" }).press("Enter")
    const dialog = page.getByRole("dialog", { name: "End all of them for the domain example.com?" })
    await dialog.getByText("stored sessions: 2").waitFor()
    await page.keyboard.press("Escape")
    expect(await leftIn(adapter)).toEqual(everything)
    await page.getByRole("button", { name: "End them …" }).press("Enter")
    await dialog.getByRole("button", { name: "End them" }).press("Enter")
    await page.getByText("This was ended.").waitFor()
    const ended = ["link-ada", "link-bob", "link-new", "session-ada", "session-bob"]
    expect(await leftIn(adapter)).toEqual(without(...ended))
    await expectFits(page)

    const saving = page.waitForEvent("download")
    await page.getByRole("button", { name: "Download receipt" }).press("Enter")
    const download = await saving
    expect(download.suggestedFilename()).toMatch(/^mortise-revoke-[\dTZ-]+\.json$/)
    const receipt = JSON.parse(readFileSync(await download.path(), "utf8"))
    expect(receipt).toMatchObject({ state: "complete", dryRun: false, ended: { sessions: 2, links: 3 } })
    for (const canary of canaries) expect(await received()).not.toContain(canary)
    expect(studio.changes.map(({ action }) => action)).toEqual([
      ...["count-revocation", "continue-revocation", "apply-revocation", "continue-revocation"],
    ])
    expect(console).toEqual([])
  })

  test("a run can be stopped and continued, a list shows what could not be ended, and read-only mode says how to start", async () => {
    const adapter = memoryAdapter()
    const ids = Array.from({ length: 120 }, (_, nth) => `user-${nth}`)
    for (const id of ids) await addUser(adapter, id, `${id}@example.com`, [])
    const { page } = await openPage(chromium, adapter)
    // Slow answers, so that there is time to press the button.
    await page.route("**/api/*-revocation", async (route) => {
      const response = await route.fetch()
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.fulfill({ response })
    })
    await page.goto("/#/leak")
    await page.getByRole("radio", { name: "List of users" }).press("Space")
    await page.getByLabel("Ids and emails").fill([...ids, "nobody"].join("\n"))
    await page.getByRole("button", { name: "Count" }).click()
    await page.getByText("user line 121: No user has this id or email.").waitFor()
    await page.getByRole("button", { name: "End them …" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "End them" }).click()
    await page.getByRole("button", { name: "Stop" }).click()
    await page.getByText("Not everything was ended yet.").waitFor()
    const left = (await leftIn(adapter, ids)).length
    expect([left > 0, left < 240]).toEqual([true, true])
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByText("This was ended. Problems, listed below: 1.").waitFor()
    expect(await leftIn(adapter, ids)).toEqual([])
    const readOnly = await openPage(chromium, adapter, { write: false })
    await readOnly.page.goto("/#/leak")
    await readOnly.page.getByText("start the studio with --write").waitFor()
    expect(await readOnly.page.getByRole("button", { name: "Count" }).count()).toBe(0)
  })
})
