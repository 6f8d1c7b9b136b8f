import { renameSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { AstroIntegration } from "astro"
import { bundlePage } from "../../../scripts/build/bundle-page.ts"

/** Puts our search between the page and Pagefind, after Starlight has built the index. */
export const installSearch: AstroIntegration = {
  name: "search",
  hooks: {
    "astro:build:done": async ({ dir }) => {
      const module = fileURLToPath(new URL("pagefind/pagefind.js", dir))
      renameSync(module, fileURLToPath(new URL("pagefind/engine.js", dir)))
      writeFileSync(module, (await bundlePage("site/src/search/pagefind.ts")).script)
    },
  },
}
