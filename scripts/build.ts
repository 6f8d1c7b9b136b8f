import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { root } from "./ensure-install.mjs"
import { publicEntries } from "./source/public-entries.ts"

// What is started by its file name: the command line, and the suite's processes.
const programs = [
  "src/cli/main.ts",
  "src/conformance/runners/open-processes.ts",
  "src/conformance/runners/process-worker.ts",
]

// Each file costs an import more than half a millisecond, so what adapters share travels in one file a layer:
// the modules named here with all that they import, less what an earlier layer has.
const layers = [
  { name: "core", test: /\/src\/(shared|contract|operations)\// },
  { name: "sql", test: /\/src\/stores\/sql\/(compile\/|verbs\/|[^/]+\.ts$)/ },
  // Introspection stays apart: only `migrate` loads it.
  ...["sqlite", "postgres", "mysql"].map((engine) => ({
    name: engine,
    test: new RegExp(`/src/stores/sql/engines/${engine}/(?!introspection/)`),
  })),
]

// A file that was deleted from src must not live on in the tarball.
rmSync(join(root, "dist"), { recursive: true, force: true })
const declarations = spawnSync(
  process.execPath,
  [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"],
  { cwd: root, stdio: "inherit" },
)
process.exitCode = declarations.status ?? 1
await bundle()

/** Writes dist: an entry keeps the path of its source, what entries share goes to dist/chunks. */
async function bundle(): Promise<void> {
  const sources = [...publicEntries(root).map(({ source }) => source), ...programs]
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(sources.map((source) => [source.slice("src/".length, -".ts".length), source])),
    external: (id) => !/^[./]/.test(id) && !id.startsWith("src/"),
    platform: "neutral",
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
