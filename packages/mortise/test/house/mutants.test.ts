import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { readEquivalents } from "../../../../mutate/equivalent.ts"
import { findMutants } from "../../../../mutate/find-mutants.ts"
import { mutatedFolders } from "../../../../mutate/folders.ts"
import { testFiles } from "../../../../mutate/test-files.ts"
import { root } from "../../../../scripts/ensure-install.mjs"

const changesOf = (text: string) => findMutants("a.ts", text).map(({ name }) => name.replace("a.ts ", ""))

describe("the mutants of a file", () => {
  test.each([
    ["const f = (a) => a < 1", ["f: operator: a < 1 → a <= 1", "f: operator: a < 1 → a >= 1"]],
    ["if (a) b()", ["module: condition: a → true", "module: condition: a → false"]],
    ["const f = (a) => a ? 1 : 2", ["f: swapped branches: a ? 1 : 2 → a ? 2 : 1"]],
    ["f(a, b)", ["module: dropped argument: f(a, b) → f(a)", "module: removed statement: f(a, b) → ;"]],
    ["const o = { ...a, b }", ["o: dropped spread: ...a → "]],
    ["const v = a?.b ?? c", ["v: optional chain: a?.b → a.b", "v: one side: a?.b ?? c → c"]],
    ["async function f() { await a() }", ["f: missing await: await a() → a()"]],
    [
      "const n = 7, s = 'x', b = true",
      ["n: literal: 7 → 8", "s: literal: 'x' → \"\"", "b: literal: true → false"],
    ],
    [`const t = \`DELETE FROM \${table}\``, [`t: literal: \`DELETE FROM \${table}\` → \`\${table}\``]],
  ])("%s", (text, expected) => {
    expect(changesOf(text)).toEqual(expect.arrayContaining(expected))
  })

  test("never change types, comments, module names or sentences", () => {
    const text = `
      import { a } from "./a.ts"
      // if (a) b()
      type T = "x" | 7
      declare const v: T extends "x" ? 1 : 2
      const message = "must be a whole number"
      const other = \`must be at most \${message} long\`
      const error = new TypeError(\`\${message}.\`)
    `
    const changes = changesOf(text).filter((change) => !change.includes("dropped argument"))
    expect(changes).toEqual([])
  })

  test("have names that do not depend on lines, and differ for equal changes", () => {
    const text = "const f = (a) => [a + 1, a + 1]"
    expect(changesOf(`\n\n// more\n${text}`)).toEqual(changesOf(text))
    expect(changesOf(text)).toEqual(expect.arrayContaining(["f: literal: 1 → 2", "f: literal: 1 → 2 (2)"]))
    expect(new Set(changesOf(text)).size).toBe(changesOf(text).length)
  })
})

test("every equivalent mutant exists and has a reason", () => {
  for (const { mutant, reason } of readEquivalents()) {
    const [file = ""] = mutant.split(" ")
    const names = findMutants(file, readFileSync(join(root, file), "utf8")).map(({ name }) => name)
    expect(names).toContain(mutant)
    expect(reason).not.toBe("")
  }
})

test.each(mutatedFolders)("$folder exists and has tests, and what it leaves out exists", (row) => {
  const { folder, without = [], tests, skip = [] } = row
  const paths = [folder, ...without, ...tests, ...skip]
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(testFiles(root, row)).not.toEqual([])
})
