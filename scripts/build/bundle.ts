import { join } from "node:path"
import { rolldown } from "rolldown"
import { esmExternalRequirePlugin } from "rolldown/plugins"
import type { Layer } from "./layers.ts"
import { markPureConstants } from "./mark-pure-constants.ts"

/** Writes dist: an entry has the path of its source; code that entries share is in dist/chunks. */
export async function bundle(
  folder: string,
  sources: readonly string[],
  layers: readonly Layer[],
): Promise<void> {
  const build = await rolldown({
    cwd: folder,
    input: Object.fromEntries(sources.map((source) => [source.slice("src/".length, -".ts".length), source])),
    // The parser of the command line is bundled, so that the package has no dependency.
    external: (id) => !/^([./]|src\/|node:|builtin:|commander$)/.test(id),
    platform: "neutral",
    checks: { bundlerTimings: false },
    // The parser is CommonJS: its require() of built-in modules must become imports.
    plugins: [esmExternalRequirePlugin({ external: [/^node:/] }), markPureConstants],
  })
  await build.write({
    dir: join(folder, "dist"),
    entryFileNames: "[name].js",
    comments: { legal: false, annotation: true, jsdoc: false },
    chunkFileNames: "chunks/[name].js",
    codeSplitting: {
      groups: layers.map(({ name, files }, index) => ({
        name,
        test: (id: string) => files.has(id),
        priority: layers.length - index,
      })),
    },
  })
  await build.close()
}
