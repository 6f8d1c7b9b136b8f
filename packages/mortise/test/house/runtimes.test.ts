import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { columns, toPage } from "../../../../runtimes/page.ts"
import { isGreen, type Results } from "../../../../runtimes/results.ts"
import { root } from "../../../../scripts/ensure-install.mjs"
import { clients } from "../../src/cli/drivers/clients.ts"

const read = (path: string): string => readFileSync(join(root, path), "utf8")
const results: Results = JSON.parse(read("docs/runtimes.json"))
const runtimes = Object.entries(columns)

/** The runtimes in which all rows of an adapter, or some of them, are green. */
function greenIn(entry: string, quantity: "every" | "some"): string[] {
  const rows = results.rows.filter((row) => row.entry === `mortise/${entry}`)
  return runtimes
    .filter(([name]) => rows[quantity](({ cells }) => isGreen(cells[name as keyof typeof cells])))
    .map(([, title]) => title)
}

/** The runtimes that a text names, such as Node 20 and 22, Bun, or Workers. */
function namedIn(text: string): string[] {
  const majors = [...text.matchAll(/\bNode ((?:\d\d(?:\.[\d.]*\d)?(?:, | and )?)+)/g)].flatMap(
    ([, list = ""]) => [...list.matchAll(/\b(\d\d)(?:\.[\d.]*\d)?/g)].map(([, major]) => `Node ${major}`),
  )
  const words: Readonly<Record<string, RegExp>> = { Bun: /\bBun\b/, Deno: /\bDeno\b/, workerd: /\bworkerd\b/ }
  return runtimes
    .map(([, title]) => title)
    .filter((title) => words[title]?.test(text) ?? majors.includes(title))
}

test("docs/runtimes.md shows the data of docs/runtimes.json", () => {
  expect(read("docs/runtimes.md")).toBe(toPage(results))
})

test("the suite has passed in every cell, or a note says why it did not run", () => {
  for (const { name, cells } of results.rows) {
    expect(Object.keys(cells).sort(), name).toEqual(Object.keys(columns).sort())
    for (const [runtime, cell] of Object.entries(cells))
      if (!isGreen(cell))
        expect(cell, `${name} in ${runtime}`).toHaveProperty("reason", expect.stringMatching(/\w/))
  }
})

describe.each(Object.keys(clients))("mortise/%s", (name) => {
  test(`passes the suite in some runtime: npm run runtimes -- ${name}`, () => {
    expect(greenIn(name, "some")).not.toEqual([])
  })

  test(`is said to run in the runtimes in which the suite passes, in docs/clients/${name}.md`, () => {
    const line = /^Runtimes: .+$/m.exec(read(`docs/clients/${name}.md`))?.[0] ?? ""
    expect(line).toContain("](../runtimes.md)")
    expect(namedIn(line)).toEqual(greenIn(name, "some"))
  })
})

test("pages of clients are tested in no runtime in which the suite does not pass", () => {
  for (const file of readdirSync(join(root, "docs/clients"))) {
    const tested = /^Tested: .+$/m.exec(read(`docs/clients/${file}`))?.[0] ?? ""
    for (const runtime of namedIn(tested)) expect(greenIn(file.slice(0, -3), "some"), file).toContain(runtime)
  }
})

test("rows of the page of imports name no runtime in which the suite does not pass", () => {
  const rows = read("docs/imports.md")
    .split("\n")
    .filter((line) => line.startsWith("| `mortise/"))
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) {
    const [, first = ""] = row.split("|")
    const entries = [...first.matchAll(/`(?:mortise)?\/([\w-]+)`/g)].map(([, entry = ""]) => entry)
    for (const entry of entries.filter((each) => Object.hasOwn(clients, each)))
      for (const runtime of namedIn(row)) expect(greenIn(entry, "some"), row).toContain(runtime)
  }
})
