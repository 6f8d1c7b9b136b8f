import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { builtPages, dist } from "../../../../site/check/built-site.ts"
import { serveFolder } from "../../../../site/check/static-server.ts"
import { expectAccessible } from "../../../pages/test/expect-accessible.ts"
import { openTab } from "../../../pages/test/open-tab.ts"
import { isFullRun } from "../../../workshop/src/tests/tier.ts"
import { launchChromium } from "../authjs/harness/chromium.ts"
import { testPlayground } from "./playground-tests.ts"

// The build takes about a minute, and longer on a busy machine.
const patienceMs = 900_000
vi.setConfig({ testTimeout: patienceMs })

// Vitest sets DEV and MODE, with which the generator would leave out the search.
const { DEV, PROD, MODE, SSR, BASE_URL, ...env } = process.env

let chromium: Browser
let site: Awaited<ReturnType<typeof serveFolder>>

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ["scripts/site.mjs", "--check"], { cwd: root, env })
  site = await serveFolder(dist, 0)
  chromium = await launchChromium()
}, patienceMs)
afterAll(async () => {
  await chromium?.close()
  site?.server.close()
})

/** The addresses of one page of each kind. */
const kinds = [
  "/",
  "/quickstart/nextjs/",
  "/clients/pg/",
  "/reference/mortise/layers/",
  "/peers/",
  "/scoreboard/authjs/drizzle-on-postgres/",
  "/no-such-page/",
]

test.each(kinds)("%s is accessible in both colour schemes, and works offline", async (address) => {
  const { page, foreign } = await openTab(chromium, site.origin)
  await page.goto(address)
  await expectAccessible(page)
  expect(foreign).toEqual([])
})

test("no page scrolls sideways on a screen of 360 px", async () => {
  // The width comes from the style sheets. Without scripts, a page opens several times faster.
  const context = await chromium.newContext({
    baseURL: site.origin,
    viewport: { width: 360, height: 800 },
    javaScriptEnabled: false,
  })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const wide: string[] = []
  const pages = builtPages()
  expect(pages.length).toBeGreaterThan(100)
  // The layout is one for all pages: a full run looks at each.
  for (const { address } of isFullRun ? pages : pages.filter((_, index) => index % 10 === 0)) {
    await page.goto(address)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > 360) wide.push(`${address} is ${width} px wide`)
  }
  expect(wide).toEqual([])
})

test("the start page transfers less than 150 kB", async () => {
  const { page } = await openTab(chromium, site.origin)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("Network.enable")
  let bytes = 0
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto("/", { waitUntil: "networkidle" })
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(150_000)
})

test("a picture has the colours of the theme", async () => {
  const { page } = await openTab(chromium, site.origin)
  await page.goto("/peers/")
  const bar = page.locator(".chart rect").first()
  const fill = () => bar.evaluate((element) => getComputedStyle(element).fill)
  const light = await fill()
  await page.emulateMedia({ colorScheme: "dark" })
  await expect.poll(fill).not.toBe(light)
})

if (isFullRun) testPlayground((options) => openTab(chromium, site.origin, options))

/** The addresses of the results that the page shows for a question, best first. */
async function search(page: Page, question: string): Promise<string[]> {
  await page.goto("/")
  await page.getByRole("button", { name: "Search" }).click()
  await page.getByRole("textbox", { name: "Search" }).fill(question)
  const links = page.locator(".pagefind-ui__result-title .pagefind-ui__result-link")
  await links.first().waitFor()
  return links.evaluateAll((all) => all.map((link) => String(link.getAttribute("href")).replace(/#.*/, "")))
}

describe("the first search result answers", () => {
  test.each([
    ["prepared statements behind a pooler", "/poolers/"],
    ["custom user fields", "/custom-fields/"],
    ["delete account", "/delete-account/"],
    ["rotate refresh token", "/access-tokens/"],
    ["D1", "/clients/d1/"],
    ["sign out everywhere", "/sign-out-everywhere/"],
    ["migrate from Prisma adapter", "/orms/prisma/"],
    ["move to another database", "/move-database/"],
    ["suspend a user", "/auth-suspension/"],
    ["change email address", "/auth-change-email/"],
    ["mortise rotate-keys", "/cli/rotate-keys/"],
  ])("%s", async (question, address) => {
    const { page } = await openTab(chromium, site.origin)
    expect((await search(page, question))[0]).toBe(address)
  })
})

// The last test, because it builds the site again.
test.runIf(isFullRun)("a site below a path has no dead link, and names its addresses", async () => {
  const url = "https://example.org/docs/"
  const script = ["scripts/site.mjs", "--check", "--url", url]
  const { stdout } = await promisify(execFile)(process.execPath, script, { cwd: root, env })
  expect(stdout).toContain(" 0 dead.")
  const read = (file: string) => readFileSync(join(dist, file), "utf8")
  expect(read("upgrade/index.html")).toContain(`<link rel="canonical" href="${url}upgrade/"/>`)
  expect(read("sitemap-0.xml")).toContain(`<loc>${url}upgrade/</loc>`)
  expect(read("robots.txt")).toContain(`Sitemap: ${url}sitemap-index.xml`)
})
