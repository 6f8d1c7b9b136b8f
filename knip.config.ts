import type { KnipConfig } from "knip"
import { root } from "./scripts/ensure-install.mjs"
import { publicEntries } from "./scripts/source/public-entries.ts"

export default {
  entry: [
    ...publicEntries(root).map(({ source }) => source),
    "examples/*/main.ts",
    "playground/main.ts",
    // Bundled by file name.
    "playground/page/main.tsx",
    "src/cli/studio/page/main.tsx",
    "test/pages/gallery.tsx",
    // Started in separate processes by file name, so no import leads to them.
    "src/conformance/runners/{process,chaos}-worker.ts",
    "test/clusters/load-module.ts",
    "test/cli/support/chaos-hooks.ts",
    "playground/laboratory/main.ts",
    "test/conformance/fixtures/*.ts",
    "test/bundlers/application/{server,worker}.ts",
    "test/http/runtimes/*{program,worker}.ts",
    "test/orms/other-majors/*.{suite,config}.ts",
    "test/stores/redis/exiting-program.ts",
    "test/orms/support/racer.ts",
  ],
  project: [
    "src/**/*.{ts,tsx}",
    "test/**/*.{ts,tsx}",
    "examples/**/*.ts",
    "playground/**/*.{ts,tsx}",
    "scripts/**/*.{ts,mjs}",
  ],
  // These tests have packages of their own.
  ignore: ["test/orms/**", "test/stores/redis/**"],
  // Part of util-linux: runs a program on a pseudo-terminal.
  ignoreBinaries: ["script"],
  // The declaration of an exported function may need a type that only its own module uses.
  ignoreExportsUsedInFile: { type: true, interface: true },
} satisfies KnipConfig
