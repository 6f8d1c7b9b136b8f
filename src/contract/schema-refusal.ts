import { refuseField } from "./field-refusal.ts"
import type { Fields } from "./fields.ts"
import { type ModelName, modelNames, models } from "./models.ts"
import { type Preset, type PresetName, presets } from "./presets.ts"
import { isRecord, type Loose, list, mistake } from "./schema-mistake.ts"

const storages = ["native", "utc"]

const choices = {
  preset: ["authjs-prisma", "authjs-drizzle"],
  dates: storages,
  naming: ["camelCase", "snake_case"],
  ids: ["given", "serial", "uuid"],
  unknown: ["drop", "keep", "refuse"],
  email: ["canonical", "exact", "legacy"],
  emailRequired: [true, false],
} as const

const plainName = /^[A-Za-z_][\w$ -]*$/
// Not a literal: the tables of Unicode that it needs would take half a millisecond of every import.
const anyName = "^[\\p{L}_][\\p{L}\\p{N}_$ -]*$"
const aName = "up to 63 bytes of letters, digits, _, $, - and spaces"

/** Throws `invalid` with a sentence that says what to write, if a schema cannot be used as it stands. */
export function refuseSchema(options: unknown): void {
  if (!isRecord(options)) mistake('the options must be an object such as { naming: "snake_case" }')
  const known = [...modelNames, ...Object.keys(choices), "prefix"]
  for (const [name, value] of Object.entries(options)) {
    if (!known.includes(name)) mistake(`"${name}" is not an option; write one of ${list(known)}`)
    const allowed: readonly unknown[] | undefined = choices[name as keyof typeof choices]
    if (value !== undefined && allowed && !allowed.includes(value))
      mistake(`${name} must be one of ${list(allowed)}`)
  }
  const prefix = options["prefix"] ?? ""
  if (prefix !== "" && !isSqlName(prefix))
    mistake('prefix must be the start of a table name, such as "auth_"')
  const preset = presets[options["preset"] as PresetName]
  for (const model of modelNames) refuseModel(model, (options[model] ?? {}) as Loose, preset)
}

type Named = {
  readonly name: string
  readonly table: string
  readonly fields: readonly { readonly column: string }[]
}

/** Refuses names that clash once prefix and naming were applied. */
export function refuseClashes(described: readonly Named[]): void {
  for (const { name, table, fields } of described) {
    if (!isSqlName(table))
      mistake(`the table of ${name} gets a name longer than 63 bytes; shorten the prefix`)
    refuseTwice(
      fields.map(({ column }) => column),
      (column) => `${name} has two fields in the column "${column}"; give one another under ${name}.columns`,
    )
  }
  refuseTwice(
    described.map(({ table }) => table),
    (table) => `two models share the table "${table}"; give one of them another name under "table"`,
  )
}

function refuseModel(model: ModelName, options: Loose, preset: Preset | undefined): void {
  if (!isRecord(options)) mistake(`${model} must be an object such as { table: "app_${model}" }`)
  const parts = model === "slot" ? ["table", "columns", "dates"] : ["table", "columns", "fields", "dates"]
  for (const part of Object.keys(options))
    if (!parts.includes(part)) mistake(`${model}.${part} is not an option; write one of ${list(parts)}`)
  const { table, columns = {}, fields = {} } = options
  if (table !== undefined && !isSqlName(table))
    mistake(`${model}.table must be the name of a table: ${aName}`)
  if (!isRecord(fields)) mistake(`${model}.fields must be an object such as { role: text() }`)
  for (const [name, field] of Object.entries(fields)) refuseField(model, name, field)
  if (!isRecord(columns)) mistake(`${model}.columns must be an object from field to column name`)
  const known = model === "slot" ? undefined : preset?.models[model].fields
  const all: Fields = { ...models[model].fields, ...known, ...(fields as Fields) }
  const declared = Object.keys(all)
  for (const [name, column] of Object.entries(columns)) {
    if (!declared.includes(name))
      mistake(`${model}.columns names "${name}", which is no field; declare it under ${model}.fields first`)
    if (!isSqlName(column)) mistake(`${model}.columns.${name} must be the name of a column: ${aName}`)
  }
  refuseDates(model, options["dates"], all)
}

function refuseDates(model: ModelName, dates: unknown, fields: Fields): void {
  if (dates === undefined || storages.includes(dates as string)) return
  if (!isRecord(dates))
    mistake(`${model}.dates must be one of ${list(storages)}, or an object from field to one of them`)
  for (const [name, stored] of Object.entries(dates)) {
    if (fields[name]?.kind !== "date") mistake(`${model}.dates names "${name}", which is not a date field`)
    if (!storages.includes(stored as string))
      mistake(`${model}.dates.${name} must be one of ${list(storages)}`)
  }
}

function refuseTwice(names: readonly string[], sentence: (name: string) => string): void {
  const seen = new Set<string>()
  for (const name of names) {
    // Engines fold the case of names differently: "Users" and "users" are one table on some of them.
    if (seen.has(name.toLowerCase())) mistake(sentence(name))
    seen.add(name.toLowerCase())
  }
}

const isSqlName = (value: unknown): boolean =>
  typeof value === "string" &&
  (plainName.test(value) || new RegExp(anyName, "u").test(value)) &&
  new TextEncoder().encode(value).length <= 63
