import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { checkClasses } from "../../../../scripts/check-style/check-classes.ts"
import { root } from "../../../../scripts/ensure-install.mjs"
import { temporaryTree } from "./support/temporary-tree.ts"

describe("the check of classes", () => {
  test.each([
    ["a class", "export class Pool {}"],
    ["a class that extends another class", "export class Pool extends Map {}"],
    ["a class expression", "export const Pool = class {}"],
  ])("refuses %s", (_, text) => {
    expect(checkClasses("src/a.ts", `\n${text}`)).toEqual([
      expect.stringMatching(/^src\/a\.ts:2 declares a class: write/),
    ])
  })

  test("accepts an error", () => {
    expect(checkClasses("src/a.ts", "export class MortiseError extends Error {}")).toEqual([])
  })
})

describe("biome", () => {
  /** Lints one file with the configuration of the repository and returns the output. */
  function lint(file: string, text: string): string {
    const tree = temporaryTree({
      [file]: text,
      "biome.json": JSON.stringify({ extends: [join(root, "biome.json")], vcs: { enabled: false } }),
    })
    try {
      return execFileSync(
        join(root, "node_modules/.bin/biome"),
        ["lint", "--error-on-warnings", "--reporter=github"],
        { cwd: tree, encoding: "utf8", stdio: "pipe" },
      )
    } catch (error) {
      return String((error as { stdout: string }).stdout)
    }
  }

  test.each([
    ["any", "src/a.ts", "export const a = (b: any) => b", "noExplicitAny"],
    ["a default export", "src/a.ts", "export default 1", "noDefaultExport"],
    ["a non-null assertion", "src/a.ts", "export const a = (b?: string) => b!.length", "noNonNullAssertion"],
    ["console in src", "src/a.ts", "console.log(1)", "noConsole"],
    ["a file name in camelCase", "src/someFile.ts", "export const a = 1", "useFilenamingConvention"],
    [
      "a value import that is used only as a type",
      "src/a.ts",
      `import { B } from "./b.ts"\nexport const a = (b: B) => b`,
      "useImportType",
    ],
    ["a file of 301 lines", "src/a.ts", "export {}\n".repeat(301), "noExcessiveLinesPerFile"],
    [
      "a function of 61 lines",
      "src/a.ts",
      `export function a() {\n${"  a()\n".repeat(61)}}`,
      "noExcessiveLinesPerFunction",
    ],
  ])("refuses %s", (_, file, text, rule) => {
    expect(lint(file, text)).toContain(rule)
  })

  test("accepts a default export in a tool's configuration, and console in the command line", () => {
    expect(lint("some.config.ts", "export default 1")).not.toContain("::error")
    expect(lint("src/cli/a.ts", "console.log(1)")).not.toContain("::error")
  })
})
