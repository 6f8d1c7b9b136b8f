import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, vi } from "vitest"
import type { AuthName } from "../../../../playground/protocol.ts"
import {
  type Playground,
  type PlaygroundOptions,
  startPlayground,
} from "../../../../playground/server/start-playground.ts"
import { openTab } from "../../../pages/test/open-tab.ts"
import { launchChromium } from "../authjs/harness/chromium.ts"
import { passkeyPort } from "../authjs/harness/passkey-device.ts"

// Long enough for a busy machine, on which PGlite takes half a minute to start.
const patienceMs = 120_000

/** Expects something of the page soon. */
export const eventually = <T>(read: () => Promise<T>, message = "") =>
  expect.poll(read, { timeout: 20_000, message })

/**
 * Starts a playground and Chromium for the tests of a file, and returns a function that opens the page. `urlsOf` starts
 * the servers that the playground offers.
 */
export function usePlaygroundPage(urlsOf: () => Promise<Omit<PlaygroundOptions, "port">> = async () => ({})) {
  vi.setConfig({ testTimeout: patienceMs * 2 })
  let playground: Playground
  let chromium: Browser
  // The first run on a machine may have to install Chromium.
  beforeAll(async () => {
    playground = await startPlayground({ port: 0, ...(await urlsOf()) })
    chromium = await launchChromium()
  }, 300_000)
  afterAll(async () => {
    await chromium?.close()
    await playground?.close()
  })

  /** Opens the page on a new, empty store, with a passkey device, and records the events that the server sends. */
  return async (auth: AuthName = "authjs") => {
    const tab = await openTab(chromium, playground.origin)
    const { page } = tab
    page.setDefaultTimeout(patienceMs)
    const { origin } = playground
    const events = await recordEvents(page)
    await passkeyPort(page.context(), page)
    for (const [name, body] of [
      ["outage", { isDown: false }],
      ["clock", { reset: true }],
      ["store", { store: "memory" }],
      ["store", { store: "sqlite" }],
      ["auth", { auth }],
    ] as const)
      await page.request.post(`/api/${name}`, { data: body, headers: { origin } })
    await page.goto("/")
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    return { ...tab, origin, events, ...actions(page) }
  }
}

/** The messages of the event stream, as the devtools see them. */
async function recordEvents(page: Page): Promise<readonly string[]> {
  const messages: string[] = []
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("Network.enable")
  devtools.on("Network.eventSourceMessageReceived", ({ data }) => messages.push(data))
  return messages
}

/** What a person does on the page. */
function actions(page: Page) {
  const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click()
  return {
    press,
    /** The messages in the corner. */
    toast: (text: string | RegExp) => page.locator(".toast").filter({ hasText: text }).waitFor(),
    /** The names of the transitions that are highlighted in the diagram. */
    taken: () =>
      page
        .locator(".edge-taken")
        .evaluateAll((edges) => edges.map((edge) => edge.getAttribute("data-transition"))),
    /** The number of rows of a table. */
    rows: (table: string) =>
      page
        .getByRole("region", { name: `Table: ${table}` })
        .locator("tbody tr")
        .count(),
    /** Chooses another store and answers the question. */
    async openStore(label: string) {
      await page.getByLabel("Store", { exact: true }).selectOption(label)
      await press(`Open ${label}`)
      await page
        .locator(".toast")
        .filter({ hasText: `${label} is open.` })
        .waitFor()
    },
    async signInByLink(email = "ada@example.com") {
      await page.getByRole("textbox", { name: "Email" }).fill(email)
      await press("Email me a link")
      await page.getByRole("link", { name: "Open the link" }).first().click()
      const confirm = page.getByRole("button", { name: `Sign in as ${email}` })
      const signedIn = page.getByRole("heading", { name: "Signed in" })
      await confirm.or(signedIn).waitFor()
      if (await confirm.isVisible()) await confirm.click()
      await signedIn.waitFor()
    },
  }
}
