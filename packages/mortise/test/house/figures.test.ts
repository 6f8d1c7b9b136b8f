/** Figures that stand on several pages: each comes from one measurement, and the other pages repeat it. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { sectionsIn } from "../../../../bench/src/merge-sections.ts"
import { openingLines } from "../../../../bench/src/opening.ts"
import type { Scoreboard } from "../../../../peers/scoreboard/scoreboard.ts"
import { root } from "../../../../scripts/ensure-install.mjs"
import { type MarkdownTable, parseTables, tableBelow } from "../../../../site/stage/markdown-table.ts"
import { plain } from "../../../../site/stage/page.ts"
import { startPage } from "../../../../site/stage/start-page.ts"

const read = (file: string): string => readFileSync(join(root, file), "utf8")

/** A cell without marks, units and what stands in brackets behind it. */
const figureIn = (cell: string): string => plain(cell.replace(/ ×(?!\d)| \([\d., ]+\)/, ""))

type Row = Readonly<Record<string, string>>

/** The rows of a table: the cells by the head of their column. */
const readRows = ({ head, rows }: MarkdownTable): readonly Row[] =>
  rows.map((row) => Object.fromEntries(row.map((cell, index) => [plain(head[index] ?? ""), figureIn(cell)])))

/** The rows of the first table below a heading. */
const rowsBelow = (page: string, heading: string): readonly Row[] => readRows(tableBelow(read(page), heading))

const page = "bench/results/README.md"
const sections = sectionsIn(read(page))

/** The figure of an operation and a contestant on the page of benchmarks. */
function measured(section: string, operation: string, contestant: string): string | undefined {
  return rowsBelow(page, `${section}$`).find((row) => Object.values(row)[0] === operation)?.[contestant]
}

const columnsOf = (heading: string): string[] => Object.keys(rowsBelow(page, `${heading}$`)[0] ?? {}).slice(1)

describe("SEC-T21 the page of benchmarks", () => {
  test("begins with the figures of its sections", () => {
    expect(read(page)).toContain(openingLines(sections).join("\n"))
  })

  test("measures nothing twice", () => {
    const names = sections.flatMap(({ title }) => {
      const [limit = "", ...contestants] = columnsOf(title)
      if (!limit.startsWith("limit")) return []
      const operations = rowsBelow(page, `${title}$`).map((row) => Object.values(row)[0])
      return operations.flatMap((operation) => contestants.map((name) => `${limit} ${operation} ${name}`))
    })
    // How often a statement is sent is another question than how fast.
    const rates = names.filter((name) => !/ ×\d/.test(name))
    expect(rates.filter((name, nth) => rates.indexOf(name) !== nth)).toEqual([])
  })

  const drawn = sections.flatMap(({ title, text }) => (text.includes(`(${title}.svg)`) ? [title] : []))

  test.each(drawn)("has a picture of %s with the figures of its table", (title) => {
    const picture = read(`bench/results/${title}.svg`)
    const shown = [...picture.matchAll(/>(\d+\.\d\d|–)<\/text>/g)].map(([, figure]) => figure)
    expect(shown).toEqual(rowsBelow(page, `${title}$`).flatMap((row) => Object.values(row).slice(1)))
  })
})

describe("SEC-T21 the README repeats the scoreboard and the benchmarks", () => {
  const { entries }: Scoreboard = JSON.parse(read("docs/scoreboard.json"))
  const tables = parseTables(read("README.md")).map(readRows)
  const readTable = (head: string) =>
    tables
      .filter(([row]) => row && head in row)
      .flat()
      .map((row) => [row[head] ?? "", row] as const)
  const rows = readTable("Auth.js on PostgreSQL")
  const betterAuthRows = readTable("Better Auth on PostgreSQL")
  const start = startPage(new Set()).body

  /** The causes of an adapter on PostgreSQL. Of several ways to create its tables, the best counts. */
  const countCauses = (library: string, name: string): number =>
    Math.min(
      ...entries.flatMap((entry) =>
        entry.problem === undefined &&
        entry.library === library &&
        entry.store === "postgres" &&
        entry.package === name
          ? [entry.counts.causes]
          : [],
      ),
    )

  test("the table compares official adapters", () => {
    expect(rows.filter(([name]) => name.startsWith("@auth/")).length).toBeGreaterThan(3)
  })

  test.each(rows)("of %s", (name, row) => {
    const contestant = name.startsWith("hand-written") ? "limit (pg)" : name
    for (const callers of ["1 caller", "32 callers"]) {
      const figure = measured("postgres", `getSessionAndUser, ${callers}`, contestant)
      expect(figure, callers).toMatch(/^\d+\.\d\d$/)
      expect(row[`lookups, ${callers}`], callers).toBe(figure)
    }
    if (name.startsWith("hand-written")) return
    const entry = name.replace("mortise/pg", "mortise")
    const causes = countCauses("authjs", entry)
    expect(row["causes of broken must-rules"]).toBe(String(causes))
    expect(start).toMatch(new RegExp(`>${entry}</text><text [^>]*>${causes}</text>`))
  })

  test.each(betterAuthRows)("of %s", (name, row) => {
    const library = /kysely|drizzle/.exec(name)?.[0]
    const contestant = library
      ? `better-auth (${library === "kysely" ? "Kysely" : "Drizzle"})`
      : "mortise/better-auth (pg)"
    for (const callers of ["1 caller", "32 callers"])
      expect(row[`session checks, ${callers}`], callers).toBe(
        measured("better-auth-postgres", `session check, ${callers}`, contestant),
      )
    const causes = countCauses("better-auth", library ? name : "mortise")
    expect(row["causes of broken must-rules"]).toBe(String(causes))
  })

  test("the second table compares Better Auth's own adapters", () => {
    expect(betterAuthRows.filter(([name]) => name.startsWith("@better-auth/")).length).toBeGreaterThan(1)
  })

  test.each([
    ["npm test", ["README.md", "CONTRIBUTING.md", "docs/testing.md"]],
    ["npm run test:wide", ["CONTRIBUTING.md", "docs/testing.md"]],
  ])("the time of %s", (command, pages) => {
    const times = pages.map((file) => {
      const line = read(file)
        .split("\n")
        .find((one) => one.includes(`| \`${command}\``) && one.includes("minutes"))
      return /about (\d+) minutes/.exec(line ?? "")?.[1]
    })
    expect(times[0]).toMatch(/^\d+$/)
    expect(new Set(times).size).toBe(1)
  })
})

test("SEC-T21 what the playground says of Auth.js's SQL adapters was found in each", () => {
  const { entries }: Scoreboard = JSON.parse(read("docs/scoreboard.json"))
  const others = entries.flatMap((entry) =>
    entry.problem === undefined &&
    entry.package.startsWith("@auth/") &&
    ["postgres", "mariadb", "sqlite", "d1"].includes(entry.store)
      ? [entry]
      : [],
  )
  expect(others.length).toBeGreaterThan(10)
  for (const { id, findings } of others)
    expect(
      findings.map(({ cause }) => cause),
      id,
    ).toEqual(
      expect.arrayContaining([
        "The verification tokens of a deleted user still work",
        "Errors contain values of the call",
      ]),
    )
})

describe("SEC-T21 other pages repeat the benchmarks", () => {
  test("better-auth.md", () => {
    const sources = [
      ["better-auth-postgres", "mortise/better-auth (pg)"],
      ["better-auth-postgres", "better-auth (Kysely)"],
      ["better-auth-postgres", "better-auth (Drizzle)"],
      ["better-auth-sqlite", "mortise/better-auth (better-sqlite3)"],
      ["better-auth-sqlite", "prepared statements"],
      ["better-auth-sqlite", "better-auth (Kysely)"],
    ] as const
    const figures = rowsBelow("docs/better-auth.md", "Speed$").map((row) => [
      row["32 callers"],
      row["1 caller"],
    ])
    expect(figures).toEqual(
      sources.map(([section, contestant]) =>
        ["32 callers", "1 caller"].map((callers) =>
          measured(section, `session check, ${callers}`, contestant),
        ),
      ),
    )
  })

  test("scale.md", () => {
    const growth = "From 1000 to 1000000 rows"
    const contestants = ["mortise/pg", "limit (pg)", "mortise/mysql2", "limit (mysql2)"]
    const figures = rowsBelow("docs/scale.md", "Lookups$").map((row) => Object.values(row))
    expect(figures).toEqual(
      figures.map(([operation = ""]) => [
        operation,
        ...contestants.map((name) => measured(growth, operation, name)),
      ]),
    )
    const [, ours, , mysql] = figures[0]?.map(Number) ?? []
    expect(read("docs/scale.md")).toContain(
      `takes ${Math.round(((ours ?? 0) - 1) * 100)} % more time on PostgreSQL and ${Math.round(((mysql ?? 0) - 1) * 100)} % more on MariaDB`,
    )
    const bytes = (engine: string) =>
      Number(measured(`Scale: tables and indexes on ${engine}`, "all", "bytes per user")) / 100
    const sizes = ["PostgreSQL", "MariaDB"].map((engine) => `${bytes(engine).toFixed(1)} GB`)
    for (const size of sizes) expect(read("docs/scale.md")).toContain(` | ${size} | `)
    const pooler = "Scale: many processes behind a pooler"
    const [, batched] = rowsBelow("docs/scale.md", "Connections$")
    for (const column of ["rate", "lookups per statement", "p50", "p99"]) {
      const [repeated, exact] = [batched?.[column], measured(pooler, "mortise/pg", column)]
      const decimals = repeated?.split(".")[1]?.length ?? 0
      expect(Number(exact).toFixed(decimals), column).toBe(repeated)
    }
  })
})
