import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { beforeAll, describe, expect, test } from "vitest"
import { checkClasses } from "../../../../scripts/check-style/check-classes.ts"
import { checkDrivers } from "../../../../scripts/check-style/check-drivers.ts"
import { checkNames } from "../../../../scripts/check-style/check-names.ts"
import { checkRequirements } from "../../../../scripts/check-style/check-requirements.ts"
import { checkSeeds } from "../../../../scripts/check-style/check-seeds.ts"
import { root } from "../../../../scripts/ensure-install.mjs"
import { clientDriver } from "../../../../scripts/source/drivers.ts"
import { durableFolder } from "../../../workshop/src/folders.ts"
import { writeTree } from "../support/temporary-tree.ts"

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

  test.each(["MortiseError extends Error", "Store extends DurableObject<Env>"])("accepts %s", (declared) => {
    expect(checkClasses("src/a.ts", `export class ${declared} {}`)).toEqual([])
  })
})

describe("the check of names", () => {
  const check = (text: string) => checkNames([{ file: "src/a.ts", text: `\n${text}` }])
  /** A hundred functions and a hundred variables that say what they are. */
  const plain = Array.from(
    { length: 100 },
    (_, index) => `const readRow${index} = (row${index}) => row${index}`,
  )

  test.each([
    ["a function in …Of", "function columnsOf() {}", "columnsOf", "readColumns"],
    ["a constant function in …Of", "const columnsOf = () => []", "columnsOf", "readColumns"],
    ["a method in …Of", "const table = { columnsOf() {} }", "columnsOf", "readColumns"],
    ["a method of a type in …Of", "type Table = { columnsOf(): void }", "columnsOf", "readColumns"],
    ["a participle in -ed", "function checked() {}", "checked", "checkRow"],
    ["a participle in -ing", "const table = { inserting: function () {} }", "inserting", "checkRow"],
    ["an irregular participle", "const sent = async () => {}", "sent", "checkRow"],
    ["a variable for anything", "const found = 1", "found", "the thing itself"],
    ["a loop variable for anything", "for (const each of rows) run(each)", "each", "singular"],
    ["a parameter for anything", "rows.map((one) => one.id)", "one", "the thing itself"],
    ["a parameter of a type", "type Read = (given: string) => void", "given", "the thing itself"],
    ["a part of an object", "const { row: known = 1 } = rows", "known", "the thing itself"],
    ["the rest of an array", "const [, ...other] = rows", "other", "the thing itself"],
    ["a caught error", "try {} catch (own) {}", "own", "the thing itself"],
    ["the word of", "rows.filter((row, of) => of)", "of", "the thing itself"],
  ])("refuses %s", (_, text, name, advice) => {
    const complaints = check(text)
    expect(complaints).toEqual([
      expect.stringMatching(`^src/a.ts:2 declares ${name}: .*${advice}.*1 % may be`),
    ])
  })

  test.each(["...{ a, b }", "...({ a: 1 })"])("refuses %s in an object literal", (spread) => {
    expect(check(`const row = { id, ${spread} }`)).toEqual([
      expect.stringMatching(/^src\/a\.ts:2 spreads an object literal: write its properties in/),
    ])
  })

  test.each([
    ["verbs with an object", "function readColumns(table) { return table.givenNames }"],
    ["nouns in -ed and -ing", "const feed = () => {}; const string = () => {}"],
    ["a variable that is a participle of its own kind", "const sent = 1"],
    ["properties and types", "type Found = { given: string }; const row = { other: 1 }"],
    [
      "spreads that choose or copy",
      "const row = { ...base, ...(isOwner && { id }), ...{} }; run(...[{ id }])",
    ],
  ])("accepts %s", (_, text) => {
    expect(check(text)).toEqual([])
  })

  test.each(["function aOf() {}", "function checked() {}", "let given"])(
    "allows one in a hundred: %s",
    (text) => {
      expect(check([...plain.slice(1), text].join("\n"))).toEqual([])
      expect(check([...plain.slice(2), text, text.replace(/\ba/, "b")].join("\n"))).toHaveLength(2)
    },
  )
})

describe("the check of seeds", () => {
  const file = "packages/mortise/test/a.test.ts"
  const runner = `import { conformance } from "@mortise/conformance/vitest"\n`

  test.each([
    ["a run of the suite", "runConformance({ factory, onLine: false })", "runConformance"],
    [
      "a run that shares options without a seed",
      "const quiet = {}; openRun({ factory, ...quiet })",
      "openRun",
    ],
    ["a run of the suite for Better Auth", "runBetterAuth({ database })", "runBetterAuth"],
    ["the suite in a test runner", `${runner}conformance({ factory })`, "conformance"],
    ["fast-check without options", `import fc from "fast-check"; fc.assert(property)`, "fc.assert"],
    [
      "fast-check with other options",
      `import fc from "fast-check"; fc.sample(text, { numRuns: 9 })`,
      "fc.sample",
    ],
    ["the command", `ask(["conformance", "--url", url, "--scratch"])`, "mortise conformance"],
    ["a choice", "sleep(Math.random())", "unseeded choice"],
    ["a choice of node:crypto", "crypto.randomInt(9)", "unseeded choice"],
  ])("SEC-T23: refuses %s without a seed", (_, code, named) => {
    const ending = named === "mortise conformance" ? `\`${named}\`` : named
    for (const name of [file, file.replace(".test", ".wide.test"), file.replace(".test", "")])
      expect(checkSeeds(name, code)).toEqual([expect.stringContaining(ending)])
  })

  test.each([
    ["a seed", "runConformance({ factory, seed: 1 }); fc.assert(property, { seed })"],
    ["the options of a tier", "runConformance({ factory, ...suiteOptions })"],
    ["options of the file", "const quiet = { seed: 1 } as const; openRun({ factory, ...quiet })"],
    ["a function of the same name", "function conformance() {}; conformance({ factory })"],
    ["the seed of the command", `ask(["conformance", "--scratch", "--seed", "1"])`],
  ])("accepts %s", (_, code) => {
    expect(checkSeeds(file, code)).toEqual([])
  })

  test.each(["packages/conformance/test/soak.ts", "packages/conformance/src/engine/run-options.ts"])(
    "accepts every choice of %s",
    (path) => {
      expect(checkSeeds(path, "Math.random(); runConformance({ factory })")).toEqual([])
    },
  )
})

describe("the check of requirements", () => {
  const id = (nth: number) => `SEC-A${nth}`
  const row = (nth: number, sentence = "A sentence.") => `| ${id(nth)} | ${sentence} |`
  const explained = `${row(2)}\n## Requirements that no title names\n${row(2, "It does not apply.")}`
  const page = `${row(1)}\n${explained}`
  const title = { file: "packages/mortise/test/a.test.ts", text: `test("${id(1)}: a title")` }
  const clause = { id: id(1), says: "A sentence." }
  const unlisted = { ...title, text: `${title.text}\ntest("${id(1)}0: a title")` }
  const comment = { ...title, text: `// ${id(1)}` }

  test("accepts ids that are listed once, and named by a test or explained", () => {
    expect(checkRequirements(page, [title], [clause])).toEqual([])
  })

  test.each([
    [
      "an id in a file that the list lacks",
      page,
      unlisted,
      clause,
      /^packages.*:2 names \S+10, which .* lacks/,
    ],
    ["an id that is listed twice", `${row(1)}\n${page}`, title, clause, /has SEC-A1 twice/],
    ["an id that only a comment names", page, comment, clause, /no test names SEC-A1:/],
    ["an id that is both named and explained", `${page}\n${row(1)}`, title, clause, /explains SEC-A1, which/],
    [
      "an explanation of an id that is not listed",
      `${page}\n${row(3)}`,
      title,
      clause,
      /explains SEC-A3, which/,
    ],
    ["a clause with another sentence", page, title, { ...clause, says: "Another." }, /SEC-A1 differs from/],
  ] as const)("refuses %s", (_, list, source, one, complaint) => {
    expect(checkRequirements(list, [source], [one])).toEqual([expect.stringMatching(complaint)])
  })
})

describe("the check of drivers", () => {
  const driver = clientDriver("some-db", "postgres")
  const { source, page } = driver
  const built = "./dist/stores/sql/adapters/some-db-adapter.js"
  const complete: Readonly<Record<string, string>> = {
    [source]: "export function someDbAdapter() {}",
    "packages/mortise/package.json": `"./some-db": "${built}"`,
    "packages/mortise/test/stores/servers/conformance-some-db.wide.test.ts": "describeConformance(some-db)",
    "runtimes/clients/some-db.ts": "export const open = () => {}",
    [page]: "# some-db",
    "docs/imports.md": `| \`/some-db\` | [some-db](${page.replace("docs/", "")}) |`,
  }
  const treeOf = (files: typeof complete) => ({
    paths: Object.keys(files),
    read: (path: string) => files[path] ?? "",
  })

  test("accepts a driver that lacks nothing", () => {
    expect(checkDrivers([driver], treeOf(complete))).toEqual([])
  })

  test.each(Object.keys(complete))("names %s if it is missing", (missing) => {
    const { [missing]: _, ...files } = complete
    expect(checkDrivers([driver], treeOf(files))).toEqual([
      expect.stringMatching(`^The driver some-db is incomplete: .*${missing.replace(".wide", ".")}`),
    ])
  })

  test("names a driver and a page that the lists lack", () => {
    const lists = "packages/mortise/src/cli/drivers/clients.ts"
    expect(checkDrivers([], treeOf(complete))).toEqual([
      `${source} belongs to no driver: add some-db to ${lists}.`,
      `${page} belongs to no driver: add some-db to ${lists}.`,
    ])
  })
})

describe("biome", () => {
  const refused: readonly (readonly [what: string, file: string, text: string, rule: string])[] = [
    ["any", "a.ts", "export const a = (b: any) => b", "noExplicitAny"],
    ["a default export", "a.ts", "export default 1", "noDefaultExport"],
    ["a non-null assertion", "a.ts", "export const a = (b?: string) => b!.length", "noNonNullAssertion"],
    ["console in src", "a.ts", "console.log(1)", "noConsole"],
    ["a file name in camelCase", "someFile.ts", "export const a = 1", "useFilenamingConvention"],
    [
      "a value import that is used only as a type",
      "a.ts",
      `import { B } from "./b.ts"\nexport const a = (b: B) => b`,
      "useImportType",
    ],
    ["a file of 301 lines", "a.ts", "export {}\n".repeat(301), "noExcessiveLinesPerFile"],
    [
      "a function of 61 lines",
      "a.ts",
      `export function a() {\n${"  a()\n".repeat(61)}}`,
      "noExcessiveLinesPerFunction",
    ],
  ]
  const accepted = {
    "some.config.ts": "export default 1",
    "packages/mortise/test/a.ts": `export function a() {\n${"  a()\n".repeat(61)}}`,
  }
  /** One folder for each of the refused files. */
  const pathOf = (nth: number) => `packages/conformance/src/case-${nth}/${refused[nth]?.[1]}`

  // One run for all files: biome takes longer to start than to lint them.
  let complaints: readonly string[] = []
  beforeAll(() => {
    complaints = lint({
      ...accepted,
      ...Object.fromEntries(refused.map(([, , text], nth) => [pathOf(nth), text])),
    })
  })

  test.each(refused.map(([what, , , rule], nth) => [what, rule, pathOf(nth)]))(
    "refuses %s",
    (_, rule, path) => {
      const found = complaints.filter((line) => line.includes(`/${path},`))
      expect(found).toEqual([expect.stringContaining(`/${rule},`)])
    },
  )

  test.each(Object.keys(accepted))("accepts what is usual in %s", (path) => {
    expect(complaints.filter((line) => line.includes(`/${path},`))).toEqual([])
  })
})

/** Lints files with the configuration of the repository and returns the lines with errors. */
function lint(files: Readonly<Record<string, string>>): string[] {
  const { folder: tree, remove } = durableFolder()
  const configuration = JSON.stringify({ extends: [join(root, "biome.json")], vcs: { enabled: false } })
  try {
    writeTree(tree, { ...files, "biome.json": configuration })
    const args = ["lint", "--error-on-warnings", "--reporter=github", "--max-diagnostics=none"]
    const { stdout } = spawnSync(join(root, "node_modules/.bin/biome"), args, { cwd: tree, encoding: "utf8" })
    return stdout.split("\n").filter((line) => line.startsWith("::error"))
  } finally {
    remove()
  }
}
