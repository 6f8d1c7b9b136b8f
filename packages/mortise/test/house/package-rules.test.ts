import { describe, expect, test } from "vitest"
import { matchPath } from "../../../../scripts/check-imports/path-pattern.ts"
import { folderRules, moduleAllowances, packageRules } from "../../../../scripts/check-imports/rules.ts"
import { readPackages, readSourceGraph } from "../../../../scripts/check-imports/source-graph.ts"
import { root } from "../../../../scripts/ensure-install.mjs"
import { complaints } from "./support/small-project.ts"

const suite = "conformance/src/suites/authjs/cases.ts"
const engine = "conformance/src/engine/run-suite.ts"
const page = "pages/src/button.tsx"
const studio = "pages/src/studio/main.tsx"

describe("the rules between packages", () => {
  test.each([
    [
      "the suite importing a source of the library",
      suite,
      `import "../../../../mortise/src/contract/models.ts"`,
      "imports mortise by name",
    ],
    [
      "the suite importing a type by path",
      suite,
      `import type { models } from "../../../../mortise/src/index.ts"\nexport type M = typeof models`,
      "imports mortise by name",
    ],
    [
      "the suite importing what is not a public entry",
      suite,
      `import "mortise/contract/models"`,
      `is not in "exports" of packages/mortise/package.json`,
    ],
    [
      "the suite importing a page",
      suite,
      `import "../../../../pages/src/button.tsx"`,
      "imports mortise by name",
    ],
    ["the suite importing pages by name", suite, `import "@mortise/pages"`, "imports mortise by name"],
    ["the suite importing fast-check elsewhere", suite, `import "fast-check"`, "take the client"],
    ["the engine importing a suite", engine, `import "../suites/authjs/cases.ts"`, "knows no suite"],
    ["the engine importing the faults", engine, `import "../chaos/run-chaos.ts"`, "knows no suite"],
    ["a suite importing another one", suite, `import "../better-auth/index.ts"`, "its own folder"],
    ["a suite importing the faults", suite, `import "../../chaos/run-chaos.ts"`, "its own folder"],
    ["a suite importing an entry", suite, `import "../../vitest.ts"`, "its own folder"],
    [
      "the faults importing the suite of Better Auth",
      "conformance/src/chaos/run-chaos.ts",
      `import "../suites/better-auth/index.ts"`,
      "stands on the suite of Auth.js",
    ],
    ["a file that lies loose in the suite", "conformance/src/loose.ts", "", "No rule covers this file"],
    [
      "the library importing the suite",
      "mortise/src/cli/main.ts",
      `import "@mortise/conformance"`,
      "The library works alone",
    ],
    [
      "the library importing the suite lazily",
      "mortise/src/cli/main.ts",
      `export const load = () => import("@mortise/conformance/vitest")`,
      "The library works alone",
    ],
    [
      "the library importing a type of the suite",
      "mortise/src/cli/main.ts",
      `export type Suite = typeof import("@mortise/conformance")`,
      "The library works alone",
    ],
    [
      "the library importing the suite by path",
      "mortise/src/contract/models.ts",
      `import "../../../conformance/src/engine/run-suite.ts"`,
      "The library works alone",
    ],
    [
      "the library importing a page",
      "mortise/src/cli/studio/access.ts",
      `import "../../../../pages/src/studio/main.tsx"`,
      "The library works alone",
    ],
    [
      "the library importing itself by name",
      "mortise/src/cli/main.ts",
      `export const load = () => import("mortise")`,
      "imports its own files by path",
    ],
    [
      "a page importing the contract",
      page,
      `import type { models } from "../../mortise/src/contract/models.ts"\nexport type M = typeof models`,
      "imports no other package",
    ],
    ["a page importing the library by name", page, `import "mortise"`, "imports no other package"],
    [
      "the design system importing the types of the studio",
      page,
      `import type { models } from "../../mortise/src/cli/studio/api-types.ts"\nexport type M = typeof models`,
      "imports no other package",
    ],
    ["the design system importing the studio", page, `import "./studio/main.tsx"`, "knows no domain"],
    [
      "the page of the studio importing its server",
      studio,
      `import type { createHmac } from "../../../mortise/src/cli/studio/access.ts"\nexport type H = typeof createHmac`,
      "imports no other package",
    ],
    [
      "the page of the studio importing a value from the types of its API",
      studio,
      `import "../../../mortise/src/cli/studio/api-types.ts"`,
      "imports no other package",
    ],
    ["a built-in module in the page of the studio", studio, `import "node:fs"`, "built-in module"],
    [
      "the library importing the workshop",
      "mortise/src/contract/models.ts",
      `import "../../../workshop/src/servers/mail.ts"`,
      "The library works alone",
    ],
    [
      "the workshop importing a program that it serves",
      "workshop/src/servers/mail.ts",
      `import "../../../../bench/src/main.ts"`,
      "imports none of them",
    ],
    [
      "the workshop importing a page",
      "workshop/src/servers/mail.ts",
      `import "@mortise/pages"`,
      "imports none of them",
    ],
  ])("refuse %s", (_, file, line, advice) => {
    expect(complaints(file, line)).toContainEqual(expect.stringContaining(advice))
  })

  test("refuse a package that no rule covers", () => {
    const more = { "other/package.json": `{ "name": "other" }`, "other/src/index.ts": "" }
    expect(complaints(suite, "", more)).toEqual([expect.stringContaining("No rule covers this file")])
  })
})

test("a cycle through two packages is found", () => {
  const more = { "mortise/src/cli/load.ts": `export type Suite = typeof import("@mortise/conformance")` }
  expect(complaints("mortise/src/index.ts", `export type * from "./cli/load.ts"`, more)).toContainEqual(
    expect.stringContaining(
      "cycle: conformance/src/suites/authjs/cases.ts → conformance/src/engine/run-suite.ts → mortise/src/index.ts → mortise/src/cli/load.ts → conformance/src/index.ts → conformance/src/suites/authjs/cases.ts",
    ),
  )
})

test("the suite reaches no store, because it runs on any adapter", () => {
  expect(complaints(suite, `export * from "mortise/pg"`)).toContainEqual(
    expect.stringContaining(
      `"@mortise/conformance" reaches the store sql through conformance/src/index.ts → conformance/src/suites/authjs/cases.ts → mortise/src/stores/sql/adapters/pg-adapter.ts`,
    ),
  )
})

test("every rule applies to a file of the repository", () => {
  const packages = readPackages(root)
  const files = [...readSourceGraph(root, packages).keys()]
  const folders = [...folderRules.map(({ folder }) => folder), ...moduleAllowances.map(({ from }) => from)]
  expect(folders.filter((folder) => !files.some((file) => matchPath(folder, file)))).toEqual([])
  expect(packageRules.map(({ folder }) => folder).sort()).toEqual(packages.map(({ folder }) => folder).sort())
})
