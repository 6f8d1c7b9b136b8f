import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { beforeAll, describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { repository } from "../../src/cli/program/docs-url.ts"
import { compileExamples, runExamples, writeExamples } from "./support/example-project.ts"
import { allExamples, blocksIn, documents, examplesIn, isSelfContained } from "./support/examples.ts"

describe("the examples in documents and JSDoc", () => {
  const examples = allExamples()
  beforeAll(() => writeExamples(examples))

  test.each([
    "README.md",
    "packages/conformance/README.md",
    "packages/mortise/src/",
    "packages/conformance/src/",
  ])("are found in %s", (place) => {
    expect(examples.filter(({ file }) => file.startsWith(place)).length).toBeGreaterThan(0)
  })

  test("give a reason if they are marked no-run", () => {
    for (const { file, line, info } of examples)
      expect(info, `${file}:${line}: write \`\`\`ts, or \`\`\`ts no-run and the reason`).toMatch(
        /^$|^no-run:? .{10,}/,
      )
  })

  test("compile against the sources", () => {
    compileExamples(examples)
  })

  test("run without an error if they need only Mortise and Node", () => {
    const runnable = examples.filter(isSelfContained)
    expect(runnable.length).toBeGreaterThan(0)
    expect(runExamples(runnable)).toEqual({})
  })
})

describe("the reader of examples", () => {
  test("finds them in a document, with their line and the text after ```ts", () => {
    const text =
      "# Title\n\n```ts\nconst a = 1\n```\n\n```sh\nls\n```\n\n```ts no-run needs a server\nconst b = 2\n```\n"
    expect(blocksIn("a.md", text)).toEqual([
      { file: "a.md", line: 3, info: "", code: "const a = 1\n" },
      { file: "a.md", line: 11, info: "no-run needs a server", code: "const b = 2\n" },
    ])
  })

  test("finds them in JSDoc, without the leading asterisks", () => {
    const text = `const s = 1\n/**\n * Text.\n *\n * @example\n * \`\`\`ts\n * if (s)\n *   f()\n *\n * g()\n * \`\`\`\n */\nexport const t = s`
    expect(examplesIn("a.ts", text)).toEqual([
      { file: "a.ts", line: 6, info: "", code: "if (s)\n  f()\n\ng()\n" },
    ])
  })

  test.each([
    ["runs an example that imports Mortise and Node", `import "mortise/memory"\nimport "node:fs"`, "", true],
    ["does not run an example that imports a client library", `import "pg"`, "", false],
    [
      "does not run an example that imports a module this Node lacks",
      `import "node:no-such-module"`,
      "",
      false,
    ],
    [
      "does not run an example that declares a variable without a value",
      `declare const pool: object`,
      "",
      false,
    ],
    ["does not run an example that is marked no-run", `import "mortise"`, "no-run needs a server", false],
  ])("%s", (_, code, info, expected) => {
    expect(isSelfContained({ file: "a.md", line: 1, code, info })).toBe(expected)
  })
})

const home = new RegExp(`^${repository}/(?:blob|raw)/main/`)

/** The path of a link's target, with its anchor. */
const besides = (document: string, link: string): string =>
  link.startsWith("#") ? document + link : join(dirname(document), link)

function leadsSomewhere(target: string): boolean {
  const [path = "", anchor] = target.split("#")
  if (!existsSync(join(root, path))) return false
  return anchor === undefined || !path.endsWith(".md") || anchorsOf(path).has(anchor)
}

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(page: string): ReadonlySet<string> {
  const text = readFileSync(join(root, page), "utf8").replace(/^```[\s\S]*?^```/gm, "")
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase(),
  )
  return new Set(headings.map((one) => one.replace(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-")))
}

describe.each(documents())("in %s", (document) => {
  const text = readFileSync(join(root, document), "utf8").replace(/^```[\s\S]*?^```/gm, "")
  const isMissing = (path: string) => !existsSync(join(root, path))

  test("every link within the repository leads to an existing file and heading", () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link)
    const targets = links
      .filter((link) => home.test(link) || !/^(https?|mailto):/.test(link))
      .map((link) => (home.test(link) ? link.replace(home, "") : besides(document, link)))
    expect(targets.filter((target) => !leadsSomewhere(target))).toEqual([])
  })

  test("every path of a package exists", () => {
    const paths = [...text.matchAll(/`(packages\/[\w./-]+)`/g)].map(([, path = ""]) => path)
    expect(paths.filter(isMissing)).toEqual([])
  })
})
