import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { beforeAll, describe, expect, test } from "vitest"
import { matchPath } from "../../../../scripts/check-imports/path-pattern.ts"
import { root } from "../../../../scripts/ensure-install.mjs"
import { publicEntries } from "../../../../scripts/source/public-entries.ts"
import { sourceFiles } from "../../../../scripts/source/source-files.ts"
import { type PackedPackage, packAndInstall } from "./support/packed-package.ts"
import { run } from "./support/run.ts"

const entries = publicEntries(root)
let packed: PackedPackage

beforeAll(() => {
  packed = packAndInstall()
  return () => rmSync(packed.project, { recursive: true, force: true })
})

describe("the tarball", () => {
  test("contains the build, the documents, the license, and nothing else", () => {
    const declarations = sourceFiles(join(root, "src"), ".ts")
      .map((file) => file.slice(root.length))
      // Pages are bundled, and nothing imports them.
      .filter((file) => !/^src\/(pages|cli\/studio\/page)\//.test(file))
      .map((file) => file.replace(/^src/, "dist").replace(/\.ts$/, ".d.ts"))
    const code = packed.files.filter((file) => file.endsWith(".js"))
    const documents = ["CHANGELOG.md", "LICENSE", "README.md", "package.json"]
    const styles = ["dist/cli/studio/page.css"]
    expect([...packed.files].sort()).toEqual([...documents, ...declarations, ...code, ...styles].sort())
    expect(code).toEqual(expect.arrayContaining(entries.map(({ built }) => built)))
    const bundles = /^dist\/(chunks\/|cli\/studio\/page\.js$)/
    for (const file of code.filter((each) => !bundles.test(each)))
      expect(declarations, `${file} has a source in src`).toContain(file.replace(/\.js$/, ".d.ts"))
  })

  test("spends less than 150 kB on pages", () => {
    const sizes = ["page.js", "page.css"].map(
      (name) => statSync(join(packed.project, "node_modules/mortise/dist/cli/studio", name)).size,
    )
    expect(Math.min(...sizes)).toBeGreaterThan(1000)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(150_000)
  })

  test("contains each module once, so that subpaths share its state", () => {
    const sources = packed.files.filter((file) => file.endsWith(".js")).flatMap(sourcesOf)
    expect(sources.filter((source, nth) => sources.indexOf(source) !== nth)).toEqual([])
    expect(sources).toContain("contract/errors.ts")
  })

  test.each(["open-processes", "chaos-load"])("has %s next to the program that it starts", (name) => {
    expect(sourcesOf(`dist/conformance/runners/${name}.js`)).toContain(`conformance/runners/${name}.ts`)
  })

  test("requires no other package", () => {
    const {
      dependencies,
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = JSON.parse(readFileSync(join(packed.project, "node_modules/mortise/package.json"), "utf8"))
    expect(dependencies ?? {}).toEqual({})
    for (const peer of Object.keys(peerDependencies))
      expect(peerDependenciesMeta[peer]).toEqual({ optional: true })
    expect(readdirSync(join(packed.project, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(
      ["mortise"],
    )
  })
})

describe("an empty project", () => {
  test.each(entries.filter(({ built }) => built.includes("/drivers/")))(
    "loads $specifier as at most four files, because each file takes time at every start",
    ({ specifier }) => {
      expect(modulesLoadedBy(specifier).length).toBeLessThanOrEqual(4)
    },
  )

  test("type-checks every subpath without client libraries and Node types", () => {
    const lines = entries.flatMap(({ specifier }, index) => [
      `export * as entry${index} from "${specifier}"`,
      // Proves that the types were found: without them, every name would be accepted.
      `// @ts-expect-error\nexport { noSuchName as absent${index} } from "${specifier}"`,
    ])
    writeFileSync(join(packed.project, "consumer.ts"), lines.join("\n"))
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
      module: "nodenext",
      target: "es2023",
      lib: ["es2023", "dom", "dom.iterable"],
      types: [],
    }
    writeFileSync(
      join(packed.project, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["consumer.ts"] }),
    )
    run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."], packed.project)
  })

  test.each(entries)(
    "imports $specifier, which loads only its own store and driver",
    ({ specifier, built }) => {
      const loaded = modulesLoadedBy(specifier)
      expect(loaded).toContain(built)
      for (const file of loaded) expect(file, "loaded from outside the package").toMatch(/^dist\//)
      for (const source of loaded.flatMap(sourcesOf)) {
        // An ORM loads the drivers of the clients that it wraps.
        const isOrm = matchPath("stores/{store}/orms/", sourceOf(built)) !== undefined
        for (const part of ["stores/{store}/", ...(isOrm ? [] : ["stores/{store}/drivers/{driver}"])]) {
          const reached = matchPath(part, source)
          if (reached) expect(matchPath(part, sourceOf(built)), `${source} is loaded`).toEqual(reached)
        }
      }
    },
  )
})

const sourceOf = (built: string): string => built.replace(/^dist\//, "").replace(/\.js$/, ".ts")

/** The modules in a built file, from the comments that the bundler writes. */
function sourcesOf(built: string): string[] {
  const text = readFileSync(join(packed.project, "node_modules/mortise", built), "utf8")
  return [...text.matchAll(/^\/\/#region src\/(.+)$/gm)].map(([, source = ""]) => source)
}

/** Imports a subpath in a new process and lists every module that Node loads. */
function modulesLoadedBy(specifier: string): string[] {
  const home = join(packed.project, "node_modules/mortise/")
  const files = {
    "hook.mjs": `import { writeSync } from "node:fs"
      export const load = (url, context, next) => (writeSync(1, url + "\\n"), next(url, context))`,
    "import.mjs": `import { register } from "node:module"
      register("./hook.mjs", import.meta.url)
      const names = Object.keys(await import("${specifier}"))
      if (names.length === 0) throw new Error("${specifier} exports nothing")`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(packed.project, name), text)
  return run(process.execPath, ["import.mjs"], packed.project)
    .trim()
    .split("\n")
    .map((url) => (url.startsWith("file:") ? fileURLToPath(url).replace(home, "") : url))
}
