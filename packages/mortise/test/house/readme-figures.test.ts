import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import type { Scoreboard } from "../../../../peers/scoreboard/scoreboard.ts"
import { root } from "../../../../scripts/ensure-install.mjs"

type Row = Readonly<Record<string, string>>

/** The rows of the first table below a heading. Each has its cells by the head of their column. */
function tableBelow(page: string, heading: RegExp): Row[] {
  const text = readFileSync(join(root, page), "utf8")
  const start = text.search(heading)
  const lines = text.slice(start).split("\n")
  const first = lines.findIndex((line) => line.startsWith("|"))
  const after = lines.findIndex((line, nth) => nth > first && !line.startsWith("|"))
  const cells = (line: string) => line.split("|").slice(1, -1)
  const [head = "", , ...rows] = lines.slice(first, after)
  const names = cells(head).map(plain)
  return rows.map((row) => Object.fromEntries(cells(row).map((cell, nth) => [names[nth], plain(cell)])))
}

/** A cell without bold type, links, units and what stands in brackets behind it. */
const plain = (cell: string): string =>
  cell
    .replace(/\*\*|`/g, "")
    .replace(/\[([^\]]+)\]\([^)]*\)/, "$1")
    .replace(/ ×| \([\d., ]+\)/, "")
    .trim()

const readme = tableBelow("README.md", /^## Why$/m)
const { entries }: Scoreboard = JSON.parse(readFileSync(join(root, "docs/scoreboard.json"), "utf8"))
const speed = tableBelow("docs/benchmarks/README.md", /^## postgres$/m)
const onMariadb = tableBelow("docs/benchmarks/README.md", /^## mariadb$/m)

/** The counted causes of an adapter of Auth.js, once for each way to create its tables. */
const causesOnPostgres = (name: string): number[] =>
  entries.flatMap((entry) =>
    entry.problem === undefined &&
    entry.library === "authjs" &&
    entry.store === "postgres" &&
    entry.package === name.replace("mortise/pg", "mortise")
      ? [entry.counts.causes]
      : [],
  )

const lookup = (rows: readonly Row[], callers: string, contestant: string) =>
  rows.find(({ operation }) => operation === `getSessionAndUser, ${callers}`)?.[contestant]

describe("the figures of the README are those of the pages that commands write", () => {
  const rows = readme.map((row) => [row["on PostgreSQL"] ?? "", row] as const)

  test("the table compares official adapters", () => {
    expect(rows.filter(([name]) => name.startsWith("@auth/")).length).toBeGreaterThan(3)
  })

  test.each(rows)("of %s", (name, row) => {
    const contestant = name.startsWith("hand-written") ? "limit (pg)" : name
    for (const callers of ["1 caller", "32 callers"]) {
      expect(row[`lookups, ${callers}`], callers).toBe(lookup(speed, callers, contestant))
      expect(row[`lookups, ${callers}`], callers).toMatch(/^\d+\.\d\d$/)
    }
    if (name.startsWith("hand-written")) return
    // An adapter whose tables are measured in two ways is shown with the better result.
    expect(row["must-rules broken"]).toBe(String(Math.min(...causesOnPostgres(name))))
  })

  test("of MariaDB", () => {
    const text = readFileSync(join(root, "README.md"), "utf8")
    const figures = /On MariaDB it is ([\d.]+) × with 1 caller and ([\d.]+) × with 32/.exec(text)?.slice(1)
    expect(figures).toEqual(
      ["1 caller", "32 callers"].map((callers) => lookup(onMariadb, callers, "mortise/mysql2")),
    )
  })
})
