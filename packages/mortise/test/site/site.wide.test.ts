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

/** The widths of screens on which each kind of page is checked. */
const screens = isFullRun ? [360, 768, 1440] : [1440]

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

test.each(kinds)(
  "%s is accessible in both colour schemes on every screen, and works offline",
  async (address) => {
    const { page, foreign } = await openTab(chromium, site.origin)
    await page.goto(address)
    for (const width of screens) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page)
      expect(await page.getByRole("button", { name: "Menu" }).count(), `menu at ${width} px`).toBe(
        width < 800 ? 1 : 0,
      )
    }
    expect(foreign).toEqual([])
  },
)

test("on a narrow screen, the start page has the menu of all pages", async () => {
  const { page } = await openTab(chromium, site.origin, { viewport: { width: 360, height: 800 } })
  await page.goto("/")
  const menu = page.getByRole("navigation", { name: "Main" })
  const link = menu.getByRole("link", { name: "Start", exact: true }).first()
  const toggle = page.getByRole("button", { name: "Menu" })
  await toggle.press("Enter")
  expect(await link.isVisible()).toBe(true)
  await expectAccessible(page)
  await toggle.press("Escape")
  expect(await link.isVisible()).toBe(false)
  await toggle.click()
  await link.click()
  await page.waitForURL("**/authjs/")
})

describe("commands", () => {
  const shown = (page: Page) => page.locator(".package-tabs [role=tabpanel]:visible").allInnerTexts()

  test("have a tab per package manager, and keep the choice on every page", async () => {
    const { page, console: messages } = await openTab(chromium, site.origin)
    await page.goto("/quickstart/nextjs/")
    const count = (await shown(page)).length
    expect(count).toBeGreaterThan(2)
    await page.getByRole("tab", { name: "npm", exact: true }).first().focus()
    await page.keyboard.press("ArrowRight")
    expect(await page.locator(":focus").innerText()).toBe("pnpm")
    expect(await page.getByRole("tab", { name: "pnpm", selected: true }).count()).toBe(count)
    await page.goto("/clients/pg/")
    expect((await shown(page))[0]).toContain("pnpm add mortise pg\npnpm add --save-dev @types/pg")
    await page.getByRole("tab", { name: "pnpm", exact: true }).first().press("End")
    expect((await shown(page))[0]).toContain("bun add mortise pg")
    await page.keyboard.press("ArrowRight")
    expect((await shown(page))[0]).toContain("npm install mortise pg")
    expect(messages).toEqual([])
  })

  test("are those of npm without JavaScript", async () => {
    const { page } = await openTab(chromium, site.origin, { javaScriptEnabled: false })
    await page.goto("/clients/pg/")
    expect(await shown(page)).toEqual(["npm install mortise pg\nnpm install --save-dev @types/pg"])
    expect(await page.getByRole("tab").count()).toBe(0)
  })
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

test("a recorded run plays, and is a list of steps without motion or scripts", async () => {
  const { page } = await openTab(chromium, site.origin)
  await page.goto("/")
  const pending = page.locator("[data-replay] li[data-pending]")
  await page.getByRole("button", { name: "Pause" }).press("Enter")
  const left = await pending.count()
  expect(left).toBeGreaterThan(0)
  await page.getByRole("button", { name: "Next" }).press("Enter")
  expect(await pending.count()).toBe(left - 1)
  const picture = await page.locator('meta[property="og:image"]').getAttribute("content")
  const answer = await page.request.get(String(picture))
  expect((await answer.body()).subarray(1, 4).toString()).toBe("PNG")
  await page.emulateMedia({ reducedMotion: "reduce" })
  await page.reload()
  await page.getByRole("button", { name: "Play again" }).waitFor()
  expect(await pending.count()).toBe(0)
  const context = await chromium.newContext({ baseURL: site.origin, javaScriptEnabled: false })
  onTestFinished(() => context.close())
  const plain = await context.newPage()
  await plain.goto("/")
  expect(await plain.locator("[data-replay] li:visible").count()).toBeGreaterThan(2)
  expect(await plain.locator("[data-replay] button").count()).toBe(0)
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
  const page = (address: string, ...questions: readonly string[]) =>
    questions.map((question) => [question, address] as const)
  const questions = [
    ...page("/better-auth/", "better auth"),
    ...page("/sign-out-everywhere/", "how to log out everywhere", "sign out everywhere"),
    ...page("/auth-email/", "magic link", "passwordless", "email verification"),
    ...page("/not-included/", "passwords", "2fa", "rate limit", "impersonate", "mongodb", "saml sso"),
    ...page("/troubleshooting/", "ECONNREFUSED", "P2002", "unique constraint failed", "SQLITE_BUSY"),
    ...page("/troubleshooting/", "oauth account not linked", "too many connections"),
    ...page("/hosts/", "connection pool exhausted", "serverless"),
    ...page("/access-tokens/", "token rotation", "rotate refresh token"),
    ...page("/studio/", "admin ui"),
    ...page("/delete-account/", "delete user gdpr", "delete account"),
    ...page("/auth-sessions/", "session expired", "jwt sessions"),
    ...page("/quickstart/nextjs/", "edge runtime", "next.js"),
    ...page("/quickstart/sveltekit/", "sveltekit"),
    ...page("/quickstart/express/", "express"),
    ...page("/quickstart/hono/", "hono"),
    ...page("/clients/d1/", "cloudflare d1", "D1"),
    ...page("/orms/prisma/", "prisma adapter", "migrate from Prisma adapter"),
    ...page("/orms/drizzle/", "drizzle schema"),
    ...page("/poolers/", "pgbouncer prepared statement", "prepared statements behind a pooler"),
    ...page("/custom-fields/", "role field on user", "custom user fields"),
    ...page("/tenants/", "multi tenant"),
    ...page("/move-database/", "export users", "move to another database"),
    ...page("/deployment/", "backup", "migrate production"),
    ...page("/breach/", "leak secrets"),
    ...page("/encrypted-tokens/", "encrypt tokens"),
    ...page("/auth-suspension/", "ban user", "suspend a user"),
    ...page("/auth-change-email/", "change email address"),
    ...page("/audit/", "logs"),
    ...page("/tracing/", "opentelemetry"),
    ...page("/cli/rotate-keys/", "mortise rotate-keys"),
  ]

  test("in the dialog", async () => {
    const { page } = await openTab(chromium, site.origin)
    expect((await search(page, "how to log out everywhere"))[0]).toBe("/sign-out-everywhere/")
  })

  // In one page, because a visit per question takes seconds.
  test("to each question as people type it", async () => {
    const { page } = await openTab(chromium, site.origin)
    await page.goto("/imports/")
    const texts = questions.map(([question]) => question)
    // As text, because Vitest rewrites imports in functions.
    const answers = await page.evaluate<string[]>(`(async () => {
      const pagefind = await import("/pagefind/pagefind.js")
      const first = []
      for (const text of ${JSON.stringify(texts)}) {
        const { results } = await pagefind.search(text)
        first.push(new URL((await results[0]?.data())?.url ?? "/none/", location.href).pathname)
      }
      return first
    })()`)
    expect(questions.map(([question], index) => [question, answers[index]])).toEqual(questions)
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
  expect(read("llms-full.txt")).toContain(`](${url}upgrade/)`)
  expect(read("robots.txt")).toContain(`Sitemap: ${url}sitemap-index.xml`)
})
