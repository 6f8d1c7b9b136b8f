import { readFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import { join, relative } from "node:path"
import { parseSync } from "oxc-parser"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { lineAt } from "../../../../../scripts/source/line-at.ts"
import { packages } from "../../../../../scripts/source/packages.ts"
import { readImports } from "../../../../../scripts/source/read-imports.ts"
import { sourceFiles } from "../../../../../scripts/source/source-files.ts"

/** A code example for readers to copy. */
export type Example = {
  /** The file that contains the example, and the line of the opening fence. */
  readonly file: string
  readonly line: number
  readonly code: string
  /** The text after `ts` on the fence. */
  readonly info: string
}

/** All documents that are written by hand, and the pages of docs. */
export const documents = (): string[] => [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "peers/README.md",
  ...["python-backend", "worker-d1", "worker-durable-object"].map((name) => `examples/${name}/README.md`),
  "packages/mortise/CHANGELOG.md",
  "packages/conformance/README.md",
  "packages/conformance/CHANGELOG.md",
  "contract/clauses.md",
  "contract/requirements.md",
  "bench/results/README.md",
  ...sourceFiles(join(root, "docs"), ".md").map((file) => relative(root, file)),
]

const fence = /^([ \t*]*)```ts\b([^\n]*)\n([\s\S]*?)^\1```/gm

/** The ```ts blocks of a text. In a comment, the leading asterisks are removed. */
export function blocksIn(file: string, text: string, firstLine = 1): Example[] {
  return [...text.matchAll(fence)].map(({ index, 1: margin = "", 2: info = "", 3: body = "" }) => ({
    file,
    line: firstLine - 1 + lineAt(text, index),
    info: info.trim(),
    code: body
      .split("\n")
      .map((line) => (line.startsWith(margin) ? line.slice(margin.length) : line.replace(/^[ \t*]+/, "")))
      .join("\n"),
  }))
}

/** The examples in the JSDoc of a module. */
export function examplesIn(file: string, text: string): Example[] {
  return parseSync(file, text)
    .comments.filter(({ type, value }) => type === "Block" && value.startsWith("*"))
    .flatMap(({ value, start }) => blocksIn(file, value, lineAt(text, start)))
}

// A block with the name of a file is part of an application, which packages/mortise/test/bundlers builds and runs.
const isFile = ({ info }: Example): boolean => /^\S+\.ts$/.test(info)

/** The examples of all documents and of the JSDoc in the packages, without the files of whole applications. */
export function allExamples(): Example[] {
  const read = (file: string) => readFileSync(join(root, file), "utf8")
  const modules = Object.values(packages)
    .flatMap((folder) => sourceFiles(join(folder, "src"), ".ts"))
    .map((file) => relative(root, file))
  return [
    ...documents().flatMap((file) => blocksIn(file, read(file))),
    ...modules.flatMap((file) => examplesIn(file, read(file))),
  ].filter((example) => !isFile(example))
}

/** Whether an example can run unchanged: it imports only Mortise and Node, and does not use `declare`. */
export function isSelfContained({ code, info }: Example): boolean {
  if (info !== "" || /^\s*declare\s/m.test(code)) return false
  return readImports("example.ts", code).every(
    ({ specifier = "" }) => /^(mortise|@mortise\/conformance)(\/|$)/.test(specifier) || isBuiltin(specifier),
  )
}
