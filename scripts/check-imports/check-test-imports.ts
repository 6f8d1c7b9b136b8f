import { readdirSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { lineAt } from "../source/line-at.ts"
import { sourceFiles } from "../source/source-files.ts"
import { type Violation, violation } from "./violation.ts"

const testFolder = /^packages\/[^/]+\/test\//
/** A path in quotes: of an import, of `new URL`, or of a module that is loaded by a name. */
const relativePath = /(["'`])(\.\.?\/[^"'`\n]*)\1/g

const advice =
  "Only tests import from a test folder: move what a program needs too into packages/workshop, or the program to the tests."

/** Checks that no program outside the tests reads a module of a test folder. */
export function checkTestImports(root: string): Violation[] {
  return listPrograms(root).flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8")
    if (!text.includes("test/")) return []
    return [...text.matchAll(relativePath)].flatMap(({ 2: specifier = "", index }) => {
      const target = posix.join(posix.dirname(file), specifier)
      if (!testFolder.test(target)) return []
      const edge = { specifier, line: lineAt(text, index) }
      return [violation({ file: posix.relative("packages", file), edge, advice })]
    })
  })
}

/** The paths of all modules outside the tests, relative to the repository. */
function listPrograms(root: string): string[] {
  const home = root.replaceAll("\\", "/")
  const entries = readdirSync(root, { withFileTypes: true }).filter(({ name }) => !name.startsWith("."))
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
  const endings = [".ts", ".tsx", ".mjs"]
  return [
    ...entries.filter((entry) => entry.isFile()).map(({ name }) => name),
    ...folders.flatMap(({ name }) =>
      endings
        .flatMap((ending) => sourceFiles(join(root, name), ending))
        .map((file) => posix.relative(home, file)),
    ),
  ].filter((file) => endings.some((ending) => file.endsWith(ending)) && !testFolder.test(file))
}
