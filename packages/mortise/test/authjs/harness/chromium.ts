import { createRequire } from "node:module"
import { type Browser, type BrowserContext, chromium } from "playwright-core"
import { chromiumBinary } from "./chromium-binary.ts"

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]
const passkeyScript = createRequire(import.meta.url).resolve(
  "@simplewebauthn/browser/dist/bundle/index.umd.min.js",
)

/** Starts Chromium without a window. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumBinary(), args: flags })
}

/** Blocks the internet for a browser. The one script that the sign-in page loads is served from the package. */
export async function stayLocal(context: BrowserContext, mayAsk: (url: string) => boolean): Promise<void> {
  await context.route("**", (route) => {
    const url = route.request().url()
    if (mayAsk(url)) return route.continue()
    if (!url.includes("@simplewebauthn/browser")) return route.abort()
    return route.fulfill({ path: passkeyScript, headers: { "access-control-allow-origin": "*" } })
  })
}
