import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { type OutputChunk, type Plugin, rolldown } from "rolldown"
import { expect, test } from "vitest"
import { apiReport } from "../../../../scripts/api-report/api-report.ts"
import { drivers, driversOn } from "../../../../scripts/source/drivers.ts"
import { packages } from "../../../../scripts/source/packages.ts"
import { publicEntries } from "../../../../scripts/source/public-entries.ts"

const entries = Object.values(packages).flatMap((folder) =>
  publicEntries(folder).map(({ specifier, built }) => ({ specifier, file: join(folder, built) })),
)

test.each(Object.entries(packages))("the API report of %s is up to date: npm run docs:api", (_, folder) => {
  expect(apiReport(folder)).toBe(readFileSync(join(folder, "api-report.md"), "utf8"))
})

const file = new URL("../../../../scripts/size-budgets.json", import.meta.url)
const budgets: Readonly<Record<string, number>> = JSON.parse(readFileSync(file, "utf8"))

/** The budget of an entry. A driver that has none of its own may be as large as the largest driver of its store. */
function findBudget(specifier: string): number {
  const driver = drivers.find(({ name }) => specifier === `mortise/${name}`)
  const siblings = driver?.store ? driversOn(driver.store) : []
  return budgets[specifier] ?? Math.max(0, ...siblings.map((name) => budgets[`mortise/${name}`] ?? 0))
}

test("every entry stays within its budget, in kB, minified and gzipped, with what it loads late", async () => {
  const sizes: Record<string, number> = {}
  for (const { specifier, file } of entries) sizes[specifier] = await sizeOf(file)
  const isOver = ([specifier, size]: readonly [string, number]) => !(size <= findBudget(specifier))
  expect(Object.entries(sizes).filter(isOver)).toEqual([])
  expect(Object.keys(budgets)).toEqual(Object.keys(sizes).filter((specifier) => specifier in budgets))
})

test("an application of Better Auth with one client loads at most 45 kB, minified and gzipped", async () => {
  const library = entries.find(({ specifier }) => specifier === "mortise/better-auth")?.file
  const code = `import { mortiseDatabase } from ${JSON.stringify(library)}\nglobalThis.open = mortiseDatabase`
  const application: Plugin = {
    name: "application",
    resolveId: (id) => (id === "application" ? "/application.js" : null),
    load: (id) => (id === "/application.js" ? code : null),
  }
  const build = await rolldown({
    input: "application",
    external: /^[^./]/,
    platform: "node",
    plugins: [application],
  })
  const { output } = await build.generate({ minify: true })
  await build.close()

  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk as OutputChunk]))
  /** A chunk with what it imports, except for what is loaded late. */
  const findLoaded = (chunk: OutputChunk, loaded = new Set<OutputChunk>()): Set<OutputChunk> => {
    loaded.add(chunk)
    const imported = chunk.imports.flatMap((name) => chunks.get(name) ?? [])
    for (const next of imported) if (!loaded.has(next)) findLoaded(next, loaded)
    return loaded
  }
  const sizeOfAll = (loaded: ReadonlySet<OutputChunk>) =>
    [...loaded].reduce((sum, chunk) => sum + gzipSync(chunk.code).length / 1000, 0)
  const [entry] = output
  // What a client loads late: how it reads the catalog of its engine. The largest of the engines counts.
  const catalogs = [...chunks.values()].filter(
    ({ isDynamicEntry, name }) => isDynamicEntry && name.startsWith("read-tables"),
  )
  expect(catalogs).toHaveLength(3)
  const sizes = catalogs.map((catalog) => sizeOfAll(findLoaded(catalog, findLoaded(entry))))
  expect(Math.max(...sizes)).toBeLessThanOrEqual(45)
})

/** In kB. Packages that the user installs, such as clients, are not counted. */
async function sizeOf(file: string): Promise<number> {
  const build = await rolldown({ input: file, external: /^[^./]/, platform: "node" })
  const { output } = await build.generate({ minify: true, codeSplitting: false })
  await build.close()
  return gzipSync(output[0].code).length / 1000
}
