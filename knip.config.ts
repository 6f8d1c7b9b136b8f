import type { KnipConfig } from "knip"
import { packages } from "./scripts/source/packages.ts"
import { publicEntries } from "./scripts/source/public-entries.ts"

const entriesOf = (folder: string): string[] => publicEntries(folder).map(({ source }) => source)

export default {
  workspaces: {
    ".": {
      entry: [
        "examples/*/main.ts",
        "playground/main.ts",
        // Bundled by file name.
        "playground/page/main.tsx",
        "site/playground/main.tsx",
        "site/playground/lab-worker.ts",
        // Started in separate processes by file name, so no import leads to them.
        "playground/laboratory/main.ts",
      ],
      // Workers are projects of their own.
      project: [
        "examples/**/*.ts",
        "!examples/worker-*/**",
        "mutate/**/*.ts",
        "playground/**/*.{ts,tsx}",
        "scripts/**/*.{ts,mjs}",
        "site/playground/**/*.{ts,tsx}",
      ],
      // Peers of the library, installed for its tests.
      ignoreDependencies: ["@opentelemetry/api", "better-auth", "jose", "oauth4webapi"],
    },
    "packages/mortise": {
      entry: [
        ...entriesOf(packages.mortise),
        // The program, which tests start as it is built.
        "src/cli/main.ts",
        // Started in separate processes by file name, so no import leads to them.
        "test/clusters/load-module.ts",
        "test/better-auth/conformance/run-client.ts",
        "test/edge/worker.ts",
        "test/layers/support/crashing-writer.ts",
        "test/cli/support/chaos-hooks.ts",
        "test/bundlers/application/{server,worker}.ts",
        "test/http/runtimes/*{program,worker}.ts",
        "test/orms/other-majors/*.{suite,config}.ts",
        "test/stores/dynamodb/open-table.ts",
        "test/stores/redis/exiting-program.ts",
        "test/orms/support/racer.ts",
      ],
      project: ["src/**/*.ts", "test/**/*.{ts,tsx}"],
      // The suite requires the library, so the library cannot require the suite. Its tests import the source.
      ignoreDependencies: ["@mortise/conformance"],
      // These tests have packages of their own.
      ignore: [
        "test/better-auth/{application,their-suite}/**",
        "test/layers/opentelemetry/**",
        "test/orms/**",
        "test/stores/redis/**",
      ],
    },
    "packages/conformance": {
      entry: [
        ...entriesOf(packages.conformance),
        // Started in separate processes by file name, so no import leads to them.
        "src/{suites/*,chaos/processes}/*-worker.ts",
        "test/fixtures/*.ts",
        // Read by folder.
        "test/mutants/*.ts",
      ],
      project: ["src/**/*.ts", "test/**/*.ts"],
      // A dependency of better-auth, which does not export it.
      ignoreDependencies: ["@better-auth/kysely-adapter"],
    },
    "packages/workshop": {
      project: ["src/**/*.ts", "test/**/*.ts"],
      // It needs packages of its own.
      ignore: ["src/dynamodb/vendor-types/**"],
    },
    "packages/pages": {
      // Bundled by file name.
      entry: ["src/studio/main.tsx", "test/gallery.tsx"],
      project: ["src/**/*.{ts,tsx}", "test/**/*.{ts,tsx}"],
    },
  },
  // The packages import their optional peers if these are installed.
  exclude: ["optionalPeerDependencies"],
  // Part of util-linux: runs a program on a pseudo-terminal.
  ignoreBinaries: ["script"],
  // The declaration of an exported function may need a type that only its own module uses.
  ignoreExportsUsedInFile: { type: true, interface: true },
} satisfies KnipConfig
