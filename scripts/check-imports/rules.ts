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
]

export const folderRules: readonly FolderRule[] = [
  ...libraryRules,
  {
    folder: "conformance/src/",
    mayImport: ["conformance/src/"],
    advice: "The suite imports its own folder.",
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
]

export const moduleAllowances: readonly ModuleAllowance[] = [
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
  {
    from: "conformance/src/runners/",
    modules: ["*"],
    reason: "A runner binds the suite to the test library it is named after, or loads the module under test.",
  },
  {
    from: "conformance/src/better-auth/",
    modules: ["better-auth"],
    reason: "The suite for adapters of Better Auth opens them with it, an optional peer.",
  },
  {
    from: "conformance/src/programs/arbitraries.ts",
    modules: ["fast-check"],
    reason: "Random programs need fast-check, an optional peer. Only this file imports it.",
  },
  {
    from: "pages/src/",
    modules: ["preact"],
    reason: "Pages are views of Preact, which the build bundles: the package has no dependency.",
  },
]
