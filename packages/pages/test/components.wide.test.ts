import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { bundlePage } from "../../../scripts/build/bundle-page.ts"
import { launchChromium } from "../../mortise/test/authjs/harness/chromium.ts"
import { serveOnLocalhost } from "../../mortise/test/authjs/harness/web-server.ts"
import { expectAccessible } from "./expect-accessible.ts"
import { expectFits } from "./expect-fits.ts"
import { layoutProblems } from "./layout-problems.ts"
import { openTab } from "./open-tab.ts"

let chromium: Browser
let server: Awaited<ReturnType<typeof serveOnLocalhost>>

// The first run on a machine may have to install Chromium.
beforeAll(async () => {
  const { script, style } = await bundlePage("packages/pages/test/gallery.tsx")
  const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
    "/": ["text/html", html],
    "/page.js": ["text/javascript", script],
    "/page.css": ["text/css", style],
  }
  server = await serveOnLocalhost((request) => {
    const [type, text] = files[new URL(request.url).pathname] ?? ["text/plain", ""]
    const headers = {
      "content-type": `${type}; charset=utf-8`,
      "content-security-policy": "default-src 'self'",
    }
    return Promise.resolve(new Response(text, { headers }))
  })
  chromium = await launchChromium()
}, 300_000)
afterAll(async () => {
  await chromium?.close()
  await server?.close()
})

const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script><body></body></html>`

async function openGallery() {
  const tab = await openTab(chromium, server.origin, { permissions: ["clipboard-read", "clipboard-write"] })
  await tab.page.goto("/")
  return tab
}

describe("the components", () => {
  test("are accessible, fit every width, and work under a strict content security policy", async () => {
    const { page, console, foreign } = await openGallery()
    await expectAccessible(page)
    await expectFits(page)
    await page.getByRole("button", { name: "Delete …" }).click()
    await expectAccessible(page)
    expect([console, foreign]).toEqual([[], []])
  })

  test("the skip link is the first stop of the keyboard and leads to the content", async () => {
    const { page } = await openGallery()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("main")
  })

  test("the arrow keys change a segmented control", async () => {
    const { page } = await openGallery()
    await page.getByRole("radio", { name: "Small" }).focus()
    await page.keyboard.press("ArrowRight")
    expect(await page.locator(".badge-good").textContent()).toBe("large")
  })

  test("a busy button ignores clicks and keeps the focus", async () => {
    const { page } = await openGallery()
    const button = page.getByRole("button", { name: "Saving" })
    await button.click({ force: true })
    expect(await page.getByRole("status").textContent()).toBe("")
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test("a dialog closes with Escape and returns the focus to the control that opened it", async () => {
    const { page } = await openGallery()
    const opener = page.getByRole("button", { name: "Delete …" })
    for (const _ of ["first", "second"]) {
      await opener.press("Enter")
      await page.getByRole("dialog", { name: "Delete the user?" }).waitFor()
      await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "hidden" })
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
    }
  })

  test("a message is announced, and the person can close it", async () => {
    const { page } = await openGallery()
    await page.getByRole("button", { name: "Save" }).click()
    expect(await page.getByRole("status").locator("p").textContent()).toBe("Saved.")
    await page.getByRole("button", { name: "Close: Saved." }).click()
    expect(await page.getByRole("status").textContent()).toBe("")
    // The focus is not lost with the button that had it.
    const save = page.getByRole("button", { name: "Save" })
    expect(await save.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test("the copy button copies the code and confirms it", async () => {
    const { page } = await openGallery()
    await page.getByRole("button", { name: "Copy" }).click()
    await page.getByRole("button", { name: "Copied" }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("create unique index")
  })

  test("the theme follows the system, then the person's choice, which the browser remembers", async () => {
    const { page } = await openGallery()
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await background()
    await page.emulateMedia({ colorScheme: "dark" })
    const dark = await background()
    expect(dark).not.toBe(light)
    await page.getByRole("button", { name: "Theme: system" }).click()
    expect(await background()).toBe(light)
    await page.reload()
    await page.getByRole("button", { name: "Theme: light" }).click()
    await page.emulateMedia({ colorScheme: "light" })
    expect(await background()).toBe(dark)
  })
})

describe("the layout check reports", () => {
  test.each([
    ["an element that is wider than the window", "width: 2000px", /px wide/],
    ["a text outside the window", "position: relative; left: -200px", /outside the window/],
    ["a button that cuts its text", "width: 20px; white-space: nowrap", /wider than its control/],
    ["controls that overlap", "margin-left: -70px", /lies on/],
  ])("%s", async (_, style, problem) => {
    const { page } = await openGallery()
    expect(await page.evaluate(layoutProblems)).toEqual([])
    await page.evaluate((rule) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`.button-danger { ${rule} }`)
      document.adoptedStyleSheets = [sheet]
    }, style)
    expect(await page.evaluate(layoutProblems)).toContainEqual(expect.stringMatching(problem))
  })
})
