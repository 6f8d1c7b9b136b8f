/** Pages are read by people: what is added replaces something, and each page says first what it is for. */
import { readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { sourceFiles } from "../../../../scripts/source/source-files.ts"

const limit = 80_000

/** Written by a program: `docs:cli`, `scoreboard`, `runtimes`, and a snapshot. */
const isGenerated = (page: string): boolean =>
  /^docs\/(?:cli\/.+|peers|runtimes|auth-official-adapters)\.md$/.test(page)

const pages = sourceFiles(join(root, "docs"), ".md")
  .map((file) => relative(root, file))
  .filter((page) => !isGenerated(page))
  .map((page) => ({ page, text: readFileSync(join(root, page), "utf8") }))

/** The words of a page, with those of its code, without comments and tables that a program wrote. A bar is no word. */
const countWords = (text: string): number =>
  text
    .replace(/<!-- [^>]*: begin -->[\s\S]*?<!-- end -->/g, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length

test("words are counted without bars, comments and generated tables", () => {
  expect(countWords("| a | two words |\n<!-- Search: b -->\n<!-- x: begin -->\nc\n<!-- end -->\n- d")).toBe(4)
})

test(`the pages of docs/ have at most ${limit} words written by hand`, () => {
  const sizes = pages.map(({ page, text }) => ({ page, words: countWords(text) }))
  const sum = sizes.reduce((total, { words }) => total + words, 0)
  const longest = sizes.sort((a, b) => b.words - a.words).slice(0, 5)
  const names = longest.map(({ page, words }) => `${page} ${words}`).join(", ")
  expect(
    sum,
    `docs/ has ${sum} words: say something once that is said twice. Longest: ${names}`,
  ).toBeLessThanOrEqual(limit)
  expect(sum).toBeGreaterThan(limit / 2)
})

describe("each page opens with a sentence that says what it is for", () => {
  test.each(pages)("$page", ({ text }) => {
    expect(text).toMatch(/^# .+\n\n(?:<!-- Search: [^>]+ -->\n\n)?[A-Z`[][^\n]*[.:?]/)
  })
})
