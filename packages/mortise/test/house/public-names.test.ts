import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type PropertyKey as MemberKey, parseSync, Visitor } from "oxc-parser"
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

test("the types of a factory are called after it, such as PgClient and PgOptions of pgAdapter", () => {
  const factories = exported.filter(
    // The kit makes an adapter of any store.
    ({ name }) => /^[a-z]\w*Adapter$/.test(name) && name !== "createAdapter",
  )
  expect(factories.length).toBeGreaterThan(20)
  const missing = factories.flatMap((factory) => {
    const start = `${factory.name[0]?.toUpperCase()}${factory.name.slice(1, -"Adapter".length)}`
    // The reference store and a backend have no client.
    const types = /^(Memory|Http)$/.test(start) ? ["Options"] : ["Client", "Options"]
    const siblings = exported.filter(({ specifier }) => specifier === factory.specifier)
    return types.map((type) => start + type).filter((type) => !siblings.some(({ name }) => name === type))
  })
  expect(missing).toEqual([])
})

/** Names that presets, other packages and calls of the protocol give. */
const namesFromElsewhere = [
  /^authjs-/,
  "camelCase",
  // D1, Prisma's driver adapters, and Redis.
  ...["first-primary", "first-unconstrained", "unixepoch-ms", "MATCH", "COUNT"],
  "getSessionsAndUsers",
  // The comparisons of a guard.
  /^(=|<=|>)$/,
]

test("the values of public types are snake_case", () => {
  const { values, members } = readDeclarations()
  expect(values.size).toBeGreaterThan(200)
  const names = [...values].filter((value) => !members.has(value) && !/^\.|\s/.test(value))
  const exceptions = names.filter((name) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))
  expect(exceptions.filter((name) => !namesFromElsewhere.some((other) => name.match(other)))).toEqual([])
})

/** The strings in the public declarations of both packages, and the names of members, which strings may repeat. */
function readDeclarations() {
  const values = new Set<string>()
  const members = new Set<string>()
  const readKey = (key: MemberKey) => {
    if (key.type === "Identifier") members.add(key.name)
    else if (key.type === "Literal" && typeof key.value === "string") values.add(key.value)
  }
  for (const folder of packages) {
    const [, text = ""] = readFileSync(join(folder, "api-report.md"), "utf8").split(/^```(?:ts)?$/m)
    new Visitor({
      TSLiteralType({ literal }) {
        if (literal.type === "Literal" && typeof literal.value === "string") values.add(literal.value)
      },
      TSPropertySignature: ({ key }) => readKey(key),
      TSMethodSignature: ({ key }) => readKey(key),
    }).visit(parseSync("api-report.d.ts", text).program)
  }
  return { values, members }
}
