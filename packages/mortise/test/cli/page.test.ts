import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { commandSections, mark } from "../../../../scripts/cli-page/command-sections.ts"
import { root } from "../../../../scripts/ensure-install.mjs"
import { revokeCommand } from "../../src/cli/commands/revoke.ts"
import { exitCodes } from "../../src/cli/program/exit-code.ts"
import { kinds } from "../../src/cli/revoke/revocation.ts"

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

test("docs/breach.md names only options that the command has, and every one that chooses what is ended", () => {
  const text = readFileSync(join(root, "docs/breach.md"), "utf8")
  const named = new Set([...text.matchAll(/ `?--([a-z]+)/g)].map(([, option = ""]) => option))
  for (const option of named) expect(revokeCommand.options).toHaveProperty(option)
  for (const option of ["all", "provider", "domain", "users", "before", "apply", "receipt", "yes", ...kinds])
    expect([...named]).toContain(option)
})
