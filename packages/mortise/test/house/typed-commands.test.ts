/** `mortise` alone is not in the PATH of a project: what a person types starts with `npx`. */
import { readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { packages } from "../../../../scripts/source/packages.ts"
import { sourceFiles } from "../../../../scripts/source/source-files.ts"
import { programDefinition } from "../../src/cli/program-definition.ts"
import { mortise } from "../../src/shared/mortise-command.ts"

const words = new Set(programDefinition.commands.map(({ name }) => name.split(" ")[0]))
const command = `mortise (?:${[...words].join("|")})\\b`

/** Texts that are no commands to type as they stand, by the file and what the line contains. */
const exceptions: readonly (readonly [file: RegExp, line: RegExp])[] = [
  // The kind of a receipt in its file.
  [/cli\/revoke\/receipt/, /receipt\b.*"mortise revoke"/],
  // `init` puts the runner of the package manager in front.
  [/cli\/init\/(?:next-steps|drizzle-tables)\.ts$/, /"mortise |\$\{run\} mortise /],
  // A shell completes a word that is in its PATH.
  [/cli\/commands\/completion\.ts$|docs\/cli(?:\/completion)?\.md$/, /\bmortise completion\b/],
  // Titles, and the usage that the parser prints.
  [/\.md$/, /^#|Usage: `mortise /],
]

/** The lines of a file that name a command, and that no exception allows. */
function findCommands(file: string, pattern: RegExp): string[] {
  const isAllowed = (line: string) => exceptions.some(([in_, of]) => in_.test(file) && of.test(line))
  return readFileSync(join(root, file), "utf8")
    .split("\n")
    .filter((line) => pattern.test(line) && !isAllowed(line))
    .map((line) => `${file}: ${line.trim()}`)
}

const filesIn = (folder: string, ending: string): string[] =>
  sourceFiles(join(root, folder), ending).map((file) => relative(root, file))

test(`texts of the packages start commands with the constant whose value is ${mortise}`, () => {
  const modules = Object.values(packages).flatMap((folder) =>
    filesIn(relative(root, join(folder, "src")), ".ts"),
  )
  const pages = filesIn("packages/pages/src", ".tsx")
  const written = new RegExp(`^(?! *(?:\\*|/\\*|//)).*(?<![\\w/@.-])${command}`)
  const hints = [...modules, ...pages].flatMap((file) => findCommands(file, written))
  expect(modules.length).toBeGreaterThan(300)
  expect(hints).toEqual([])
})

test("pages start commands with npx, or with bunx", () => {
  const pages = [
    ...["docs", "contract", "bench/results"].flatMap((folder) => filesIn(folder, ".md")),
    "README.md",
    "CONTRIBUTING.md",
    "examples/python-backend/README.md",
  ]
  const bare = new RegExp(`(?<!npx |bunx |bunx --bun )(?<![\\w/@.-])${command}`)
  expect(pages.length).toBeGreaterThan(90)
  expect(pages.flatMap((file) => findCommands(file, bare))).toEqual([])
})
