import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { commandSections, mark } from "../../../../scripts/cli-page/command-sections.ts"
import { root } from "../../../../scripts/ensure-install.mjs"
import { exitCodes } from "../../src/cli/exit-code.ts"

const page = readFileSync(join(root, "docs/cli.md"), "utf8")

test("docs/cli.md shows the help of every command: run npm run docs:cli", () => {
  expect(page.split(mark)[1]).toBe(commandSections())
})

test("docs/cli.md explains every exit code", () => {
  const explained = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code))
  expect(explained).toEqual(Object.values(exitCodes))
})

test("docs/cli.md links to every command that it has", () => {
  const headings = [...page.matchAll(/^## (mortise .+)$/gm)].map(([, name = ""]) => name.replaceAll(" ", "-"))
  const links = [...page.matchAll(/\(#(mortise-[a-z-]+)\)/g)].map(([, link]) => link)
  expect(new Set(links).size).toBeGreaterThan(15)
  for (const link of links) expect(headings).toContain(link)
})
