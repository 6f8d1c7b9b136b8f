import type { Page } from "playwright-core"
import { expect } from "vitest"
import { layoutProblems } from "./layout-problems.ts"

const widths = [360, 768, 1100, 1440] as const

/** Expects at each width that nothing is cut off, overlaps or is wider than the window. */
export async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    // A sticky element lies on others as soon as the page is scrolled.
    await page.evaluate(() => scrollTo(0, 0))
    expect(await page.evaluate(layoutProblems), `at ${width} px`).toEqual([])
  }
  if (before) await page.setViewportSize(before)
}
