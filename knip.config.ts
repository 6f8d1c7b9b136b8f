import type { KnipConfig } from "knip"
import { root } from "./scripts/ensure-install.mjs"
import { publicEntries } from "./scripts/source/public-entries.ts"

export default {
  entry: [
    ...publicEntries(root).map(({ source }) => source),
    "examples/*/main.ts",
    // Started as processes of their own, by their file name.
    "src/conformance/runners/process-worker.ts",
    "test/conformance/fixtures/*.ts",
    "test/http/runtimes/*{program,worker}.ts",
  ],
  project: ["src/**/*.ts", "test/**/*.ts", "examples/**/*.ts", "scripts/**/*.{ts,mjs}"],
  // A type may be exported to be named in the declarations of its own module.
  ignoreExportsUsedInFile: { type: true, interface: true },
} satisfies KnipConfig
