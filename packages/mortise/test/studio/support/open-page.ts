import type { Browser } from "playwright-core"
import { bundlePage } from "../../../../../scripts/build/bundle-page.ts"
import { openTab } from "../../../../pages/test/open-tab.ts"
import type { PageFiles } from "../../../src/cli/studio/page-files.ts"
import { openStudio } from "./open-studio.ts"

let bundled: Promise<PageFiles> | undefined

/** The page, which is bundled once. */
export const pageFiles = (): Promise<PageFiles> => {
  bundled ??= bundlePage("packages/pages/src/studio/main.tsx")
  return bundled
}

type Options = { readonly write?: boolean }

/** The page of a studio in a browser that has followed the link, and everything that the browser received. */
export const openPage = async (browser: Browser, adapter: object, { write = true }: Options = {}) =>
  openPageOf(browser, await openStudio(adapter, { write, files: await pageFiles() }))

export async function openPageOf(browser: Browser, studio: Awaited<ReturnType<typeof openStudio>>) {
  const tab = await openTab(browser, studio.origin, { permissions: ["clipboard-read", "clipboard-write"] })
  const received: Promise<string>[] = []
  tab.page.on("response", (response) =>
    received.push(
      response.text().then(
        (text) => `${response.url()} ${JSON.stringify(response.headers())} ${text}`,
        // A redirect has no body.
        () => response.url(),
      ),
    ),
  )
  await tab.page.goto(studio.linkPath)
  return { ...tab, studio, received: async () => (await Promise.all(received)).join("\n") }
}
