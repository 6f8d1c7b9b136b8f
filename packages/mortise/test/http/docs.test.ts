import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { exitCodes } from "../../src/cli/program/exit-code.ts"
import { statuses } from "../../src/http/protocol/wire-error.ts"
import { operationNames } from "../../src/index.ts"

const read = (name: string) => readFileSync(join(root, "docs", name), "utf8")

/** The first cells of the rows of all tables. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| `?(\w+)`? \| (.*?) \|/gm)].map(([, first = "", second = ""]) => [first, second])

test("the page of the protocol lists every operation and every code with its status", () => {
  const rows = new Map(rowsOf(read("protocol.md")).map(([first = "", second]) => [first, second]))
  for (const name of operationNames) expect(rows.has(name), name).toBe(true)
  for (const [code, status] of Object.entries(statuses)) expect(rows.get(code), code).toBe(String(status))
})

test("the page of the command lists every exit code", () => {
  const rows = new Set(rowsOf(read("cli.md")).map(([first]) => first))
  for (const code of Object.values(exitCodes)) expect(rows.has(String(code)), String(code)).toBe(true)
})
