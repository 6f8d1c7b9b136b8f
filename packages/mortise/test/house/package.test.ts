import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, test } from "vitest"
import { matchPath } from "../../../../scripts/check-imports/path-pattern.ts"
import { onEveryEngine } from "../../../../scripts/source/drivers.ts"
import { packages } from "../../../../scripts/source/packages.ts"
import { publicEntries } from "../../../../scripts/source/public-entries.ts"
import { sourceFiles } from "../../../../scripts/source/source-files.ts"
import { compileConsumer } from "./support/compile-consumer.ts"
import { modulesLoadedBy } from "./support/loaded-modules.ts"
import { type PackedPackages, packAndInstall } from "./support/packed-packages.ts"

const subjects = [
  { name: "mortise", tarball: "library", folder: packages.mortise, maxFiles: 640, maxBytes: 740_000 },
  {
    name: "@mortise/conformance",
    tarball: "suite",
    folder: packages.conformance,
    maxFiles: 120,
    maxBytes: 250_000,
  },
] as const
const entriesOf = Object.fromEntries(subjects.map(({ name, folder }) => [name, publicEntries(folder)]))
const libraryEntries = publicEntries(packages.mortise)
const isForBetterAuth = ({ built }: { readonly built: string }): boolean => built.includes("/better-auth/")
const driverEntries = libraryEntries.filter(
  ({ built, subpath }) => /\/(drivers|adapters)\//.test(built) && !onEveryEngine.includes(subpath.slice(2)),
)
const entries = Object.values(packages).flatMap(publicEntries)

let packed: PackedPackages
let loaded: Map<string, string[]>
let compiled: ReturnType<typeof compileConsumer>

beforeAll(() => {
  packed = packAndInstall()
  const specifiers = entries.map(({ specifier }) => specifier)
  loaded = modulesLoadedBy(packed.project, specifiers)
  compiled = compileConsumer(packed.project, specifiers)
  return () => packed.remove()
})

const installed = (file: string): string => join(packed.project, "node_modules", file)

/** The modules in a built file, from the comments that the bundler writes. */
const sourcesOf = (file: string): string[] =>
  [...readFileSync(installed(file), "utf8").matchAll(/^\/\/#region src\/(.+)$/gm)].map(
    ([, source = ""]) => source,
  )

describe.each(subjects)("the tarball of $name", ({ name, tarball, folder, maxFiles, maxBytes }) => {
  test("contains the build, the documents, the license, the templates of init, and nothing else", () => {
    const templates = sourceFiles(join(folder, "templates"), "").map((file) => file.slice(folder.length + 1))
    const files = packed[tarball].files.filter((file) => !templates.includes(file))
    expect(packed[tarball].files.length).toBe(files.length + templates.length)
    const documents = ["CHANGELOG.md", "LICENSE", "README.md", "package.json"]
    expect(files.filter((file) => !file.startsWith("dist/"))).toEqual(documents)
    expect(files.filter((file) => !/^dist\/.+\.(js|d\.ts|css)$/.test(file))).toEqual(documents)
    const sources = sourceFiles(join(folder, "src"), ".ts").map((file) => file.slice(folder.length + 5))
    const bundles = /^dist\/(chunks\/|cli\/studio\/page\.js$)/
    for (const file of files.filter((each) => each.endsWith(".js") && !bundles.test(each)))
      expect(sources).toContain(file.replace(/^dist\//, "").replace(/\.js$/, ".ts"))
    expect(files).toEqual(expect.arrayContaining((entriesOf[name] ?? []).map(({ built }) => built)))
  })

  test("contains the declarations that the compiler reads, and no others", () => {
    const shipped = packed[tarball].files.filter((file) => file.endsWith(".d.ts"))
    const read = compiled.files.filter((file) => file.startsWith(`${name}/`))
    expect(read.map((file) => file.slice(name.length + 1)).sort()).toEqual(shipped)
  })

  test(`has at most ${maxFiles} files and ${maxBytes / 1000} kB`, () => {
    expect(packed[tarball].files.length).toBeLessThanOrEqual(maxFiles)
    expect(packed[tarball].size).toBeLessThanOrEqual(maxBytes)
  })

  test.each(["README.md", "CHANGELOG.md"])("has a %s whose links work anywhere", (file) => {
    const text = readFileSync(installed(`${name}/${file}`), "utf8")
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link)
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter((link) => !/^(https:\/\/|#)/.test(link))).toEqual([])
  })

  test("contains each module once, so that entries share its state", () => {
    const code = packed[tarball].files.filter((file) => file.endsWith(".js"))
    const sources = code.flatMap((file) => sourcesOf(`${name}/${file}`))
    expect(sources.length).toBeGreaterThan(20)
    expect(sources.filter((source, nth) => sources.indexOf(source) !== nth)).toEqual([])
  })

  test("requires no other package but the library", () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
      readFileSync(installed(`${name}/package.json`), "utf8"),
    )
    expect(dependencies ?? {}).toEqual({})
    const required = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional)
    expect(required).toEqual(name === "mortise" ? [] : ["mortise"])
  })
})

describe("an empty project", () => {
  test("gets no package besides the tarballs but the compiler of the command line", () => {
    const modules = readdirSync(installed("")).filter((name) => !name.startsWith("."))
    expect(modules).toEqual(["@mortise", "jiti", "mortise"])
  })

  test("type-checks every entry without client libraries, test runners and Node types, but with Better Auth", () => {
    expect(compiled.problems).toEqual([])
  })

  test("spends less than 150 kB on pages", () => {
    const sizes = ["page.js", "page.css"].map(
      (name) => statSync(installed(`mortise/dist/cli/studio/${name}`)).size,
    )
    expect(Math.min(...sizes)).toBeGreaterThan(1000)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(150_000)
  })

  test.each([
    "suites/authjs/open-processes",
    "suites/better-auth/open-processes",
    "chaos/processes/chaos-load",
  ])("has %s next to the program that it starts", (name) => {
    expect(sourcesOf(`@mortise/conformance/dist/${name}.js`)).toContain(`${name}.ts`)
  })
})

describe("Node", () => {
  // The drivers load the store and the engine room as one file, and Better Auth gets the same file.
  test("imports the entry for Better Auth with SQL, Better Auth and the built-in modules only", () => {
    const files = (loaded.get("mortise/better-auth") ?? []).filter((file) => file.startsWith("mortise/"))
    expect(files).toContain("mortise/dist/better-auth/index.js")
    const stores = files
      .flatMap(sourcesOf)
      .flatMap((source) => matchPath("stores/{store}/", source)?.["store"] ?? [])
    expect([...new Set(stores)]).toEqual(["sql"])
  })

  test.each(driverEntries)(
    "loads $specifier as at most four files, because each file takes time at every start",
    ({ specifier }) => {
      expect(loaded.get(specifier)?.length).toBeLessThanOrEqual(4)
    },
  )

  test.each(libraryEntries.filter((entry) => !isForBetterAuth(entry)))(
    "imports $specifier with its own store only",
    ({ specifier, built }) => {
      const files = loaded.get(specifier) ?? []
      expect(files).toContain(`mortise/${built}`)
      for (const file of files) expect(file, "loaded from outside the package").toMatch(/^mortise\/dist\//)
      const own = matchPath("dist/stores/{store}/", built)
      for (const source of files.flatMap(sourcesOf)) {
        const reached = source.startsWith("sql/") ? { store: "sql" } : matchPath("stores/{store}/", source)
        if (reached) expect(own, `${source} is loaded`).toEqual(reached)
      }
    },
  )

  // The drivers of an engine share a chunk, because one more file takes more time than their code.
  test.each(driverEntries)(
    "imports $specifier without another factory and without another engine",
    ({ specifier, built }) => {
      const files = loaded.get(specifier) ?? []
      expect(files.filter((file) => /\/(drivers|adapters)\//.test(file))).toEqual([`mortise/${built}`])
      const readEngine = (source: string) => matchPath("sql/engines/{engine}/", source)?.["engine"]
      const engines = new Set(files.flatMap(sourcesOf).map(readEngine).filter(Boolean))
      expect(engines.size).toBe(built.includes("/sql/") ? 1 : 0)
    },
  )

  test.each(publicEntries(packages.conformance).filter((entry) => !isForBetterAuth(entry)))(
    "imports $specifier with the root entry of the library only",
    ({ specifier, built }) => {
      const files = loaded.get(specifier) ?? []
      expect(files).toContain(`@mortise/conformance/${built}`)
      const library = new Set(loaded.get("mortise"))
      const others = files.filter((file) => !/^(@mortise\/conformance\/dist\/|node:)/.test(file))
      expect(others.filter((file) => !library.has(file))).toEqual([])
    },
  )
})
