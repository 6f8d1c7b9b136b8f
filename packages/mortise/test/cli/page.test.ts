import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { commandPage, toFileName } from "../../../../scripts/cli-page/command-page.ts"
import { root } from "../../../../scripts/ensure-install.mjs"
import { revokeCommand } from "../../src/cli/commands/revoke.ts"
import { exitCodes } from "../../src/cli/program/exit-code.ts"
import { programDefinition } from "../../src/cli/program-definition.ts"
import { kinds } from "../../src/cli/revoke/revocation.ts"

const page = readFileSync(join(root, "docs/cli.md"), "utf8")
const { commands } = programDefinition

test("docs/cli/ has a page for every command, and no other: run npm run docs:cli", () => {
  expect(readdirSync(join(root, "docs/cli")).sort()).toEqual(
    commands.map(({ name }) => toFileName(name)).sort(),
  )
})

test.each(commands)("the page of mortise $name is up to date: run npm run docs:cli", (command) => {
  expect(readFileSync(join(root, "docs/cli", toFileName(command.name)), "utf8")).toBe(commandPage(command))
})

test("docs/cli.md explains every exit code", () => {
  const explained = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code))
  expect(explained).toEqual(Object.values(exitCodes))
})

test("docs/cli.md links to every command", () => {
  const linked = new Set([...page.matchAll(/\(cli\/([a-z-]+\.md)\)/g)].map(([, file]) => file))
  expect([...linked].sort()).toEqual(commands.map(({ name }) => toFileName(name)).sort())
})

test("docs/breach.md names only options that the command has, and every one that chooses what is ended", () => {
  const text = readFileSync(join(root, "docs/breach.md"), "utf8")
  const named = new Set([...text.matchAll(/ `?--([a-z-]+)/g)].map(([, option = ""]) => option))
  for (const option of named) expect(revokeCommand.options).toHaveProperty(option)
  for (const option of ["all", "provider", "domain", "users", "before", "apply", "receipt", "yes", ...kinds])
    expect([...named]).toContain(option)
})
