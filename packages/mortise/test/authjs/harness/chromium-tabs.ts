import { openForTests } from "../../support/open-for-tests.ts"
import type { App } from "./app.ts"
import { launchChromium } from "./chromium.ts"
import { openTab, type Tab } from "./tab.ts"

// The first run on a machine may have to install Chromium.
const timeout = 5 * 60_000

/** Opens tabs of one Chromium, for the tests of a file. */
export function chromiumTabs(): (app: App) => Promise<Tab> {
  const tabs = openForTests(async () => {
    const browser = await launchChromium()
    return { open: (app: App) => openTab(browser, app), close: () => browser.close() }
  }, timeout)
  return (app) => tabs.open(app)
}
