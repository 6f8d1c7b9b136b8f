import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { packages } from "../../../../scripts/source/packages.ts"
import { publicEntries } from "../../../../scripts/source/public-entries.ts"
import { exportedNames } from "./support/exported-names.ts"

/** The exports of a module that lack JSDoc or an example, one line per name. */
function gaps(entry: string, read: (file: string) => string): string[] {
  return exportedNames(entry, read).flatMap(({ name, file, isValue, docs }) => {
    if (docs === "") return [`${file}: ${name} has no JSDoc; say in a sentence what it is for`]
    return isValue && !docs.includes("@example") ? [`${file}: ${name} has no @example; show one call`] : []
  })
}

const entries = Object.values(packages).flatMap((folder) =>
  publicEntries(folder).map(({ specifier, source }) => ({ specifier, source, folder })),
)

describe.each(entries)("$specifier", ({ specifier, source, folder }) => {
  const read = (file: string) => readFileSync(join(folder, file), "utf8")

  test("documents each of its exports", () => {
    expect(gaps(source, read)).toEqual([])
  })

  test("exports exactly the values that this test reads in the source", async () => {
    const names = exportedNames(source, read)
      .filter(({ isValue }) => isValue)
      .map(({ name }) => name)
    expect(names.sort(), specifier).toEqual(Object.keys(await import(join(folder, source))).sort())
  })
})

describe("missing documentation is reported", () => {
  const modules: Record<string, string> = {
    "src/index.ts": `export * from "./a.ts"\nexport { b as c, type D } from "./b.ts"\nimport { e } from "./b.ts"\nexport { e }`,
    "src/a.ts": `/** A. @example a */\nexport function a(x: string): void\nexport function a(x: unknown): void {}\n/** Z. */\nexport type Z = 1`,
    "src/b.ts": `/** B. @example b */\nexport const b = 1\n/** D. */\nexport interface D {}\n/** E. @example e */\nconst e = 1\nexport { e }`,
  }
  const without = (file: string, part: string) =>
    gaps("src/index.ts", (name) =>
      name === file ? (modules[name] ?? "").replace(part, "") : (modules[name] ?? ""),
    )

  test("not for documented exports", () => {
    expect(without("", "")).toEqual([])
  })

  test.each([
    ["src/a.ts", "@example a", "a has no @example"],
    ["src/a.ts", "/** Z. */", "Z has no JSDoc"],
    ["src/b.ts", "/** B. @example b */", "c has no JSDoc"],
    ["src/b.ts", "/** D. */", "D has no JSDoc"],
    ["src/b.ts", "@example e", "e has no @example"],
  ])("for %s without %s", (file, part, gap) => {
    expect(without(file, part)).toEqual([expect.stringContaining(`${file}: ${gap}`)])
  })
})
