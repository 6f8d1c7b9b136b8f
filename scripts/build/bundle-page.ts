import { readFile } from "node:fs/promises"
import { type Plugin, rolldown } from "rolldown"
import { root } from "../ensure-install.mjs"

/** A page as two files: the server sends them as `text/javascript` and `text/css`. */
export type PageBundle = { readonly script: string; readonly style: string }

/**
 * Bundles a page that starts in `entry`, relative to the repository. Imported style sheets are left out of the script
 * and joined, in the order in which the modules run.
 *
 * @example const { script, style } = await bundlePage("playground/page/main.tsx")
 */
export async function bundlePage(entry: string): Promise<PageBundle> {
  const sheets = new Map<string, string>()
  const build = await rolldown({
    cwd: root,
    input: entry,
    platform: "browser",
    plugins: [collectSheets(sheets)],
  })
  try {
    const { output } = await build.generate({ format: "es", minify: true, codeSplitting: false })
    const [{ code, moduleIds }] = output
    return { script: code, style: moduleIds.flatMap((id) => sheets.get(id) ?? []).join("\n") }
  } finally {
    await build.close()
  }
}

/** Reads each imported style sheet into `sheets`, and leaves an empty module in its place. */
function collectSheets(sheets: Map<string, string>): Plugin {
  return {
    name: "collect-sheets",
    async load(id) {
      if (!id.endsWith(".css")) return null
      sheets.set(id, await readFile(id, "utf8"))
      // The empty module must stay in the bundle, because its position is the position of the sheet.
      return { code: "", moduleType: "js", moduleSideEffects: "no-treeshake" }
    },
  }
}
