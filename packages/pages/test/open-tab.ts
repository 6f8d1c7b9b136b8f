import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { onTestFinished } from "vitest"

const loopback = ["localhost", "127.0.0.1"]

/** A page in a browser context of its own, and what the browser reported about it. */
export type Tab = {
  readonly page: Page
  /** The messages of the console, and the errors that the page did not catch. */
  readonly console: readonly string[]
  /** The URLs of other machines that the page asked for. They are blocked: a page must work offline. */
  readonly foreign: readonly string[]
}

/** Opens an empty page, for the site at `origin`. It is closed when the test ends. */
export async function openTab(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Tab> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    ...options,
  })
  onTestFinished(() => context.close())
  const foreign: string[] = []
  await context.route(
    ({ protocol, hostname }) => protocol !== "data:" && !loopback.includes(hostname),
    (route) => {
      foreign.push(route.request().url())
      return route.abort()
    },
  )
  const page = await context.newPage()
  const messages: string[] = []
  page.on("console", (message) => messages.push(message.text()))
  page.on("pageerror", (error) => messages.push(String(error)))
  return { page, console: messages, foreign }
}
