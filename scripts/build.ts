import { spawnSync } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { esmExternalRequirePlugin } from "rolldown/plugins"
import { root } from "./ensure-install.mjs"
import { bundlePage } from "./pages/bundle-page.ts"
import { publicEntries } from "./source/public-entries.ts"

// Files that are started by name, not imported: the command line and the processes of the conformance suite.
const programs = [
  "src/cli/main.ts",
  "src/conformance/runners/open-processes.ts",
  "src/conformance/runners/process-worker.ts",
  "src/conformance/runners/chaos-load.ts",
  "src/conformance/runners/chaos-worker.ts",
]

// Every file that Node loads takes more than half a millisecond, so all modules of a layer are bundled into one file.
// A layer contains the modules that match and everything they import, except what an earlier layer contains.
const layers = [
  { name: "core", test: /\/src\/(shared|contract|operations)\// },
  { name: "sql", test: /\/src\/stores\/sql\/(compile\/|verbs\/|[^/]+\.ts$)/ },
  // Introspection is left out: only `migrate` loads it.
  ...["sqlite", "postgres", "mysql"].map((engine) => ({
    name: engine,
    test: new RegExp(`/src/stores/sql/engines/${engine}/(?!introspection/)`),
  })),
]

// Removes the output of files that no longer exist in src.
rmSync(join(root, "dist"), { recursive: true, force: true })
const declarations = spawnSync(
  process.execPath,
  [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"],
  { cwd: root, stdio: "inherit" },
)
process.exitCode = declarations.status ?? 1
await bundle()
await bundleStudio()

/** Writes dist: an entry has the path of its source; code that entries share is in dist/chunks. */
async function bundle(): Promise<void> {
  const sources = [...publicEntries(root).map(({ source }) => source), ...programs]
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(sources.map((source) => [source.slice("src/".length, -".ts".length), source])),
    // The parser of the command line is bundled, so that the package has no dependency.
    external: (id) => !/^([./]|src\/|node:|builtin:|commander$)/.test(id),
    platform: "neutral",
    // The parser is CommonJS: its require() of built-in modules must become imports.
    plugins: [esmExternalRequirePlugin({ external: [/^node:/] })],
  })
  await build.write({
    dir: join(root, "dist"),
    entryFileNames: "[name].js",
    comments: false,
    chunkFileNames: "chunks/[name].js",
    codeSplitting: {
      groups: layers.map((layer, nth) => ({ ...layer, priority: layers.length - nth })),
    },
  })
  await build.close()
}

/** Writes the page of the studio, which its server reads at run time. */
async function bundleStudio(): Promise<void> {
  const { script, style } = await bundlePage("src/cli/studio/page/main.tsx")
  const folder = join(root, "dist/cli/studio")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "page.js"), script)
  writeFileSync(join(folder, "page.css"), style)
}
