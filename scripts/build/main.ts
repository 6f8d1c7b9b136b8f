import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { packages } from "../source/packages.ts"
import { publicEntries } from "../source/public-entries.ts"
import { bundle } from "./bundle.ts"
import { bundlePage } from "./bundle-page.ts"
import { buildLayers } from "./layers.ts"
import { writeDeclarations } from "./write-declarations.ts"
import { writePackageFiles } from "./write-package-files.ts"

/**
 * What has a file of its own in dist, besides the public entries: programs that are started by name, not imported.
 *
 * The suite starts the processes of its races and faults.
 */
const programs = {
  mortise: ["src/cli/main.ts"],
  conformance: [
    "src/suites/authjs/open-processes.ts",
    "src/suites/authjs/process-worker.ts",
    "src/suites/better-auth/open-processes.ts",
    "src/suites/better-auth/process-worker.ts",
    "src/chaos/processes/chaos-load.ts",
    "src/chaos/processes/chaos-worker.ts",
  ],
}

for (const name of ["mortise", "conformance"] as const) {
  const folder = packages[name]
  const entries = publicEntries(folder).map(({ source }) => source)
  const layers = name === "mortise" ? buildLayers(folder) : []
  writeDeclarations(folder)
  await bundle(folder, [...entries, ...programs[name]], layers)
  writePackageFiles(folder)
}
await writeStudioPage()

/** Writes the page of the studio, which its server reads at run time. */
async function writeStudioPage(): Promise<void> {
  const { script, style } = await bundlePage("packages/pages/src/studio/main.tsx")
  const folder = join(packages.mortise, "dist/cli/studio")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "page.js"), script)
  writeFileSync(join(folder, "page.css"), style)
}
