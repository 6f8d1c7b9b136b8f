import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { defaultSchema } from "../../src/contract/build-schema.ts"
import type { Field } from "../../src/contract/fields.ts"
import { models } from "../../src/contract/models.ts"
import { callGroups } from "../../src/http/protocol/call.ts"
import { getCalls } from "../../src/http/protocol/calls.ts"
import { revealedModels } from "../../src/http/protocol/masked-answers.ts"
import { fieldPermissions, getFieldPermission } from "../../src/http/protocol/permissions.ts"

const read = (name: string) => readFileSync(join(root, "docs", name), "utf8")

/** The cells of the table row that starts with this cell. */
function cellsOf(page: string, first: string): string[] {
  const row = page.split("\n").find((line) => line.startsWith(`| ${first} |`)) ?? ""
  return row.split("|").map((cell) => cell.trim())
}

const { slot: _, ...contractModels } = models

test.each(Object.entries(contractModels))("the page of the protocol has every field of %s", (name, model) => {
  const cell = (...presences: readonly Field["presence"][]) =>
    Object.entries<Field>(model.fields)
      .filter(([, { presence }]) => presences.includes(presence))
      .map(([field, { kind, max }]) => `\`${field}\` ${kind === "text" ? max : `(${kind})`}`)
      .join(", ")
  const expected = [cell("required", "defaulted"), cell("nullable"), cell("optional")]
  expect(cellsOf(read("protocol.md"), name).slice(2, 5)).toEqual(expected)
})

describe("the page of the service", () => {
  const page = read("http.md")
  const namesIn = (cell = "") => [...cell.matchAll(/`([\w.]+)`/g)].map(([, name]) => name)
  const calls = [...getCalls(defaultSchema(), () => {}).values()]

  test.each(fieldPermissions)("lists the calls that need %s", (permission) => {
    const [section = ""] = page.split("### Secret fields")[1]?.split("\n## ") ?? []
    const [, , hiding, refused] = cellsOf(section, `\`${permission}\``)
    const needing = calls.filter(({ name }) => {
      const model = revealedModels[name]
      return model !== null && getFieldPermission(model) === permission
    })
    const named = (isRefused: boolean) =>
      needing.filter(({ secretKeys }) => (secretKeys !== undefined) === isRefused).map(({ name }) => name)
    expect(namesIn(hiding).sort()).toEqual(named(false).sort())
    expect(namesIn(refused)).toEqual(named(true))
  })

  test("describes every permission that is not a call", () => {
    const described = [...callGroups, ...fieldPermissions, "auth", "metrics"]
    const [table = ""] = page.split("### Callers and permissions")[1]?.split("Common keys:") ?? []
    for (const name of described) expect(table, name).toMatch(new RegExp(`^\\| .*\`${name}\`.* \\| `, "m"))
  })
})
