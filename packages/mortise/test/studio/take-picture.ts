/** Takes the picture of the studio for the docs: `npm run docs:studio-picture`. */
import { join } from "node:path"
import { root } from "../../../../scripts/ensure-install.mjs"
import { launchChromium } from "../authjs/harness/chromium.ts"
import { openDemo } from "./support/demo.ts"

const { url, close } = await openDemo()
const browser = await launchChromium()
try {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 693 },
    colorScheme: "light",
    reducedMotion: "reduce",
  })
  await page.goto(url)
  await page.getByRole("table").waitFor()
  await page.screenshot({ path: join(root, "docs/studio.png") })
} finally {
  await browser.close()
  close()
}
