import type { Page } from "playwright-core"

/** Holds the answers to a request of the page until `release` is called. */
export async function hold(page: Page, url: RegExp) {
  let held = 0
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    held++
    const response = await route.fetch()
    await isReleased
    await route.fulfill({ response })
  })
  return { release, held: () => held }
}
