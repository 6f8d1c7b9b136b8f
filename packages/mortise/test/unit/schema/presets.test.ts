import { describe, expect, test } from "vitest"
import { guarantees } from "../../../src/contract/guarantees.ts"
import { modelNames } from "../../../src/contract/models.ts"
import type { ExistingTables } from "../../../src/contract/schema.ts"
import { hasForeignTables } from "../../../src/contract/schema.ts"
import { date, defineSchema, type Schema, text } from "../../../src/index.ts"
import { schemaFor } from "../../../src/schema/define-schema.ts"
import type { EngineName } from "../../../src/schema/engine-name.ts"
import { presetNames, presets } from "../../../src/schema/presets/presets.ts"

const engines: readonly EngineName[] = ["postgres", "mysql", "sqlite"]

describe.each(presetNames)("the preset %s", (preset) => {
  const known = Object.entries(presets[preset]) as [EngineName, ExistingTables][]

  test("gives the same schema for the same engine", () => {
    const schema: Schema = defineSchema({ preset })
    for (const [engine] of known) {
      const resolved = schemaFor(schema, engine)
      expect(schemaFor(schema, engine)).toBe(resolved)
      expect(schemaFor(resolved, engine)).toBe(resolved)
    }
    expect(new Set(known.map(([engine]) => schemaFor(schema, engine))).size).toBe(known.length)
  })

  test("is refused on an engine for which it has no tables", () => {
    const schema: Schema = defineSchema({ preset })
    for (const engine of engines.filter((name) => !known.some(([has]) => has === name)))
      expect(() => schemaFor(schema, engine)).toThrow(`The preset ${preset} has no tables for`)
  })

  test.each(known)("on %s names guarantees that exist, and looks up emails as typed", (engine, tables) => {
    const schema = schemaFor(defineSchema({ preset }) as Schema, engine)
    expect(schema.missingGuarantees).toEqual(expect.arrayContaining([...tables.missingGuarantees]))
    expect(hasForeignTables(schema)).toBe(true)
    for (const name of schema.missingGuarantees) expect(Object.keys(guarantees)).toContain(name)
    expect(schema.email).toBe("legacy")
  })

  test.each(known)("on %s is overridden by options", (engine) => {
    const options = { user: { table: "people", columns: { name: "full_name" } }, email: "canonical" } as const
    const { models, email } = schemaFor(defineSchema({ preset, ...options }) as Schema, engine)
    expect(email).toBe("canonical")
    expect(models.user.table).toBe("people")
    expect(models.user.fields.find(({ name }) => name === "name")?.column).toBe("full_name")
  })
})

test("a schema without a preset is the same on every engine and lacks nothing", () => {
  const schema: Schema = defineSchema()
  for (const engine of engines) expect(schemaFor(schema, engine)).toBe(schema)
  expect(schema.missingGuarantees).toEqual([])
  expect(hasForeignTables(schema)).toBe(false)
  for (const name of modelNames) expect(schema.models[name].filled).toEqual([])
})

test("whole seconds reduce what the manifest states, with a preset and without", () => {
  expect(defineSchema({ dates: "seconds" }).missingGuarantees).toEqual(["milliseconds"])
  expect(defineSchema({ slot: { dates: "seconds" } }).missingGuarantees).toEqual([])
  const schema: Schema = defineSchema({ preset: "authjs-mikro-orm", dates: "native" })
  expect(schemaFor(schema, "mysql").missingGuarantees).not.toContain("milliseconds")
})

test("a declared field takes the place of a column that the preset fills", () => {
  const schema: Schema = defineSchema({
    preset: "authjs-prisma",
    account: { fields: { id: text({ required: true }) } },
  })
  const { account } = schemaFor(schema, "mysql").models
  expect(account.filled.map(({ name }) => name)).toEqual(["createdAt", "updatedAt"])
  expect(account.fields.map(({ name }) => name)).toContain("id")
  const renamed: Schema = defineSchema({
    preset: "authjs-prisma",
    user: { fields: { changed: date() }, columns: { changed: "updatedAt" } },
  })
  expect(renamed.models.user.filled.map(({ name }) => name)).toEqual(["createdAt"])
})
