import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
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

/** In kB. Packages that the user installs, such as clients, are not counted. */
async function sizeOf(file: string): Promise<number> {
  const build = await rolldown({ input: file, external: /^[^./]/, platform: "node" })
  const { output } = await build.generate({ minify: true, codeSplitting: false })
  await build.close()
  return gzipSync(output[0].code).length / 1000
}
