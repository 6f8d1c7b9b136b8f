import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync, Visitor } from "oxc-parser"
import { expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { publicEntries } from "../../../../scripts/source/public-entries.ts"
import { exportedNames } from "./support/exported-names.ts"

const packages = ["packages/mortise", "packages/conformance"].map((folder) => join(root, folder))

const exported = packages.flatMap((folder) => {
  const read = (file: string) => readFileSync(join(folder, file), "utf8")
  return publicEntries(folder).flatMap(({ specifier, source }) =>
    exportedNames(source, read).map(({ name, file }) => ({ name, specifier, file: join(folder, file) })),
  )
})

/** These say nothing where they are imported. */
const tooGeneral = ["run", "Data", "Result", "Connection", "Options", "Group", "Config"]

test("no public name is too general", () => {
  expect(exported.length).toBeGreaterThan(200)
  expect(exported.filter(({ name }) => tooGeneral.includes(name))).toEqual([])
})

test("a name that several entries export is the same declaration", () => {
  // Each runner of tests has `conformance`, and each kind of tables has these three: the subpath says which.
  const perSubpath = ["conformance", "migrate", "plan", "inspect"]
  const ambiguous = exported
    .filter(({ name }) => !perSubpath.includes(name))
    .filter((one) => exported.some(({ name, file }) => name === one.name && file !== one.file))
    .map(({ name, specifier }) => `${name} of ${specifier}`)
  expect(ambiguous).toEqual([])
})

test("the values of a public type are single words", () => {
  const files = [...new Set(exported.map(({ file }) => file))]
  const values = files.flatMap((file) => literalTypesIn(file).map((value) => ({ file, value })))
  expect(values.length).toBeGreaterThan(200)
  expect(values.filter(({ value }) => !/^[$\w.-]*$/.test(value))).toEqual([])
})

function literalTypesIn(file: string): string[] {
  const values: string[] = []
  new Visitor({
    TSLiteralType({ literal }) {
      if (literal.type === "Literal" && typeof literal.value === "string") values.push(literal.value)
    },
  }).visit(parseSync(file, readFileSync(file, "utf8")).program)
  return values
}
