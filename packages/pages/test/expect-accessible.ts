import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { installPinned } from "../../workshop/src/runtimes/install.ts"

const folder = dirname(fileURLToPath(import.meta.url))

/** The part of the result of axe that the check reads. */
type AxeResult = {
  readonly violations: readonly {
    readonly id: string
    readonly impact: string | null
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
  }[]
}

// Only the rules about colours can find something else in a second theme.
const themes = [
  ["dark", ["color-contrast", "link-in-text-block"]],
  ["light", []],
] as const

/** Expects that axe finds nothing serious or critical, in the light and in the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  await installPinned(folder, "axe-core; about 2 s")
  const script = await readFile(join(folder, "node_modules/axe-core/axe.min.js"), "utf8")
  for (const [colorScheme, runOnly] of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await page.evaluate(finishAnimations)
    // The devtools run the script, so that the content security policy of the page stays as it is.
    await page.evaluate(script)
    const { violations } = await page.evaluate(runAxe, runOnly)
    const grave = violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}\n${node.failureSummary}`))
    expect(grave, `axe, ${colorScheme} theme`).toEqual([])
  }
}

/** Runs in the page. Without names, axe runs all its rules. */
function runAxe(rules: readonly string[]): Promise<AxeResult> {
  type Axe = { run(options: { runOnly?: readonly string[] }): Promise<AxeResult> }
  return (globalThis as unknown as { axe: Axe }).axe.run(rules.length > 0 ? { runOnly: rules } : {})
}

/** Runs in the page. A highlight fades between colours of the theme in which it started. */
function finishAnimations(): void {
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
}
