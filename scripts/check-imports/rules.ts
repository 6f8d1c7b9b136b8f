import { libraryRules } from "./library-rules.ts"
import type { FolderRule, ModuleAllowance, PackageRule } from "./rule.ts"

export const packageRules: readonly PackageRule[] = [
  {
    folder: "mortise",
    mayImport: [],
    advice:
      "The library works alone: it imports no other package of this repository, not even a type. cli/conformance/load-suite.ts finds the suite if it is installed.",
  },
  {
    folder: "conformance",
    mayImport: ["mortise"],
    advice: "The suite imports mortise by name, as a user does: what it needs must be a public export.",
  },
  {
    folder: "pages",
    mayImport: [],
    byPath: [
      { from: "pages/src/studio/", to: "mortise/src/cli/studio/api-types.ts", typesOnly: true },
      // Pages and the command line show outside text alike.
      { from: "pages/src/", to: "mortise/src/shared/visible-text.ts" },
    ],
    advice:
      "A page runs in a browser and imports no other package, except for shared/visible-text.ts: the page of the studio also imports the types of its API.",
  },
  {
    folder: "workshop",
    mayImport: ["mortise", "conformance"],
    byPath: ["mortise/src/", "conformance/src/", "../scripts/"].map((to) => ({ from: "workshop/src/", to })),
    advice:
      "The workshop serves tests, bench, peers, runtimes, the playground, the tour and the site, and imports none of them: it stands on the library, the suite and scripts.",
  },
]

export const folderRules: readonly FolderRule[] = [
  ...libraryRules,
  ...["index", "vitest", "node-test", "bun-test"].map((entry) => ({
    folder: `conformance/src/${entry}.ts`,
    mayImport: ["conformance/src/engine/", "conformance/src/suites/authjs/", "conformance/src/chaos/"],
    advice:
      "An entry passes the engine, the suite of Auth.js and the faults on; Better Auth has its own entry.",
  })),
  {
    folder: "conformance/src/engine/",
    mayImport: ["conformance/src/engine/"],
    advice: "The engine knows no suite: take what differs between suites as an argument, such as a `Suite`.",
  },
  {
    folder: "conformance/src/suites/{suite}/",
    mayImport: ["conformance/src/engine/", "conformance/src/suites/{suite}/"],
    advice: "A suite imports the engine and its own folder; move what two suites share into the engine.",
  },
  {
    folder: "conformance/src/chaos/",
    mayImport: ["conformance/src/engine/", "conformance/src/suites/authjs/", "conformance/src/chaos/"],
    advice: "The chaos run stands on the suite of Auth.js and on the engine, and imports nothing else.",
  },
  {
    folder: "pages/src/studio/",
    mayImport: ["pages/src/"],
    advice: "The page of the studio imports its own folder and the design system.",
  },
  {
    folder: "pages/src/",
    mayImport: ["pages/src/", "!pages/src/studio/"],
    advice: "The design system of the pages knows no domain: pass what a component shows as a property.",
  },
  {
    folder: "workshop/src/",
    mayImport: ["workshop/src/"],
    advice: "The workshop imports its own src folder: what runs tests is in packages/*/test.",
  },
]

export const moduleAllowances: readonly ModuleAllowance[] = [
  {
    from: "workshop/src/",
    modules: ["*"],
    reason: "The workshop starts servers, and opens clients and the adapters of others.",
  },
  {
    from: "mortise/src/cli/",
    modules: ["*"],
    reason: "The command line runs on Node and imports database clients.",
  },
  {
    from: "mortise/src/auth/",
    modules: ["jose", "oauth4webapi"],
    reason: "The lifecycle uses specialized libraries for JOSE and OAuth, as optional peers.",
  },
  {
    from: "mortise/src/tokens/",
    modules: ["oauth4webapi"],
    reason: "A specialized library, an optional peer, makes the requests to a token endpoint.",
  },
  {
    from: "mortise/src/layers/traced/instruments.ts",
    modules: ["@opentelemetry/api"],
    reason: "Spans and measurements go through the API of OpenTelemetry, an optional peer.",
  },
  {
    from: "mortise/src/better-auth/transactions.ts",
    modules: ["node:async_hooks"],
    reason: "Calls in the callback of a transaction join it, as in Better Auth itself.",
  },
  {
    from: "mortise/src/better-auth/",
    modules: ["better-auth", "better-auth/adapters"],
    reason: "The adapter of Better Auth is made by its factory. Better Auth is an optional peer.",
  },
  ...(["vitest", "node:test", "bun:test"] as const).map((library) => ({
    from: `conformance/src/${library.replace(":", "-")}.ts`,
    modules: [library],
    reason: "The entry binds the suite to the test library that it is named after.",
  })),
  ...["engine", "chaos"].map((room) => ({
    from: `conformance/src/${room}/processes/`,
    modules: ["*"],
    reason: "Processes are started by Node, and load the module under test.",
  })),
  {
    from: "conformance/src/suites/better-auth/",
    modules: ["better-auth"],
    reason: "The suite for adapters of Better Auth opens them with it, an optional peer.",
  },
  {
    from: "conformance/src/suites/authjs/programs/arbitraries.ts",
    modules: ["fast-check"],
    reason: "Random programs need fast-check, an optional peer. Only this file imports it.",
  },
  {
    from: "pages/src/",
    modules: ["preact"],
    reason: "Pages are views of Preact, which the build bundles: the package has no dependency.",
  },
]
