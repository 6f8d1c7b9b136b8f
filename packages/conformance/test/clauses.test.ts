import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { clausePage, findCases } from "../../../scripts/conformance-page/clause-page.ts"
import { root } from "../../../scripts/ensure-install.mjs"
import { cases, chapters } from "../src/index.ts"

const clauses = chapters.flatMap((chapter) => chapter.clauses)
const known = new Set(clauses.map(({ id }) => id))

describe("every clause", () => {
  test.each(clauses.filter(({ outside }) => outside === undefined))("$id is proved by a case", (clause) => {
    expect(findCases(clause), "write a case, or explain in `outside` why no case can prove it").not.toEqual(
      [],
    )
  })

  test.each(clauses.filter(({ outside }) => outside !== undefined))(
    "$id has no case, and the reason why",
    (clause) => {
      expect(findCases(clause)).toEqual([])
    },
  )

  test("is listed once", () => {
    expect(known.size).toBe(clauses.length)
  })
})

describe("every case", () => {
  test("names clauses that exist", () => {
    const named = cases.flatMap(({ clause, also = [] }) => [clause, ...also])
    expect(named.filter((id) => !known.has(id))).toEqual([])
  })

  test("has a unique id that starts with its topic", () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
    for (const { id } of cases) expect(id).toMatch(/^[a-z]+(-[a-z]+)*\/[a-z0-9]+(['-][a-z0-9]+)*$/)
  })

  test("has sentences that fit a report", () => {
    for (const { id, title, harm, fix, evidence } of cases) {
      expect(title, id).toMatch(/^[A-Za-z].{15,130}[^.]$/)
      expect(harm, id).toMatch(/^[A-Z].{15,160}\.$/)
      if (fix) expect(fix, id).toMatch(/^[A-Z].{15,160}\.$/)
      if (evidence) expect(evidence, id).toMatch(/^\S.{10,220}[^.]$/)
    }
  })
})

test("contract/clauses.md is up to date", () => {
  const page = readFileSync(join(root, "contract/clauses.md"), "utf8")
  expect(page, "run npm run docs:conformance").toBe(clausePage())
})
