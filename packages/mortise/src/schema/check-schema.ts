import { dateStorages, type Fields } from "../contract/fields.ts"
import { type ModelName, modelNames, models } from "../contract/models.ts"
import type { PresetName, Schema } from "../contract/schema.ts"
import { checkField } from "./check-field.ts"
import { commaList, isRecord, throwInvalidSchema, type UnknownRecord } from "./invalid-schema.ts"
import type { Preset } from "./presets/preset.ts"
import { presetNames, presets } from "./presets/presets.ts"

const storages: readonly string[] = dateStorages

const choices = {
  preset: presetNames,
  dates: storages,
  naming: ["camelCase", "snake_case"],
  ids: ["given", "serial", "uuid"],
  unknown: ["drop", "keep", "refuse"],
  email: ["canonical", "exact", "legacy"],
  emailRequired: [true, false],
} as const

const plainName = /^[A-Za-z_][\w$ -]*$/
// A string that is compiled on use: as a literal, its Unicode tables would add half a millisecond to every import.
const anyName = "^[\\p{L}_][\\p{L}\\p{N}_$ -]*$"
const nameRule = "up to 63 bytes of letters, digits, _, $, - and spaces"

/** Throws `invalid` if the options of `defineSchema` cannot be used; the message says what to write. */
export function checkSchemaOptions(options: unknown): void {
  if (!isRecord(options)) throwInvalidSchema('the options must be an object such as { naming: "snake_case" }')
  const optionNames = [...modelNames, ...Object.keys(choices), "prefix", "pgSchema"]
  for (const [name, value] of Object.entries(options)) {
    if (!optionNames.includes(name))
      throwInvalidSchema(`"${name}" is not an option; write one of ${commaList(optionNames)}`)
    const allowed: readonly unknown[] | undefined = choices[name as keyof typeof choices]
    if (value !== undefined && allowed && !allowed.includes(value))
      throwInvalidSchema(`${name} must be one of ${commaList(allowed)}`)
  }
  const prefix = options["prefix"] ?? ""
  if (prefix !== "" && !isSqlName(prefix))
    throwInvalidSchema('prefix must be the start of a table name, such as "auth_"')
  const { pgSchema = "public" } = options as { readonly pgSchema?: unknown }
  if (typeof pgSchema !== "string" || !/^[^\0]+$/.test(pgSchema) || countBytes(pgSchema) > 63)
    throwInvalidSchema('pgSchema must be the name of a PostgreSQL schema, such as "auth"')
  const preset = presets[options["preset"] as PresetName]
  for (const model of modelNames) checkModelOptions(model, (options[model] ?? {}) as UnknownRecord, preset)
}

/** Throws `invalid` if two tables or two columns of a model have the same name after prefix and naming are applied. */
export function checkNameClashes(schema: Schema): void {
  const described = Object.values(schema.models)
  for (const { name, table, fields } of described) {
    if (!isSqlName(table))
      throwInvalidSchema(`the table of ${name} would have a name longer than 63 bytes; shorten the prefix`)
    checkDistinct(
      fields.map(({ column }) => column),
      (column) => `${name} has two fields in the column "${column}"; rename one under ${name}.columns`,
    )
  }
  checkDistinct(
    described.map(({ table }) => table),
    (table) => `two models share the table "${table}"; rename one under "table"`,
  )
}

function checkModelOptions(model: ModelName, options: UnknownRecord, preset: Preset | undefined): void {
  if (!isRecord(options)) throwInvalidSchema(`${model} must be an object such as { table: "app_${model}" }`)
  const parts = model === "slot" ? ["table", "columns", "dates"] : ["table", "columns", "fields", "dates"]
  for (const part of Object.keys(options))
    if (!parts.includes(part))
      throwInvalidSchema(`${model}.${part} is not an option; write one of ${commaList(parts)}`)
  const { table, columns = {}, fields = {} } = options
  if (table !== undefined && !isSqlName(table))
    throwInvalidSchema(`${model}.table must be the name of a table: ${nameRule}`)
  if (!isRecord(fields)) throwInvalidSchema(`${model}.fields must be an object such as { role: text() }`)
  for (const [name, field] of Object.entries(fields)) checkField(model, name, field)
  if (!isRecord(columns)) throwInvalidSchema(`${model}.columns must be an object from field to column name`)
  const filled = Object.values(preset ?? {}).map(({ models }) => models[model]?.filled)
  const all: Fields = Object.assign({}, models[model].fields, ...filled, fields)
  for (const [name, column] of Object.entries(columns)) {
    if (!Object.hasOwn(all, name))
      throwInvalidSchema(
        `${model}.columns names "${name}", which is not a field; declare it under ${model}.fields first`,
      )
    if (!isSqlName(column))
      throwInvalidSchema(`${model}.columns.${name} must be the name of a column: ${nameRule}`)
  }
  checkDates(model, options["dates"], all)
}

function checkDates(model: ModelName, dates: unknown, fields: Fields): void {
  if (dates === undefined || storages.includes(dates as string)) return
  if (!isRecord(dates))
    throwInvalidSchema(
      `${model}.dates must be one of ${commaList(storages)}, or an object from field to one of them`,
    )
  for (const [name, stored] of Object.entries(dates)) {
    if (fields[name]?.kind !== "date")
      throwInvalidSchema(`${model}.dates names "${name}", which is not a date field`)
    if (!storages.includes(stored as string))
      throwInvalidSchema(`${model}.dates.${name} must be one of ${commaList(storages)}`)
  }
}

function checkDistinct(names: readonly string[], sentence: (name: string) => string): void {
  const seen = new Set<string>()
  for (const name of names) {
    // On some engines "Users" and "users" are the same table.
    if (seen.has(name.toLowerCase())) throwInvalidSchema(sentence(name))
    seen.add(name.toLowerCase())
  }
}

const isSqlName = (value: unknown): boolean =>
  typeof value === "string" &&
  (plainName.test(value) || new RegExp(anyName, "u").test(value)) &&
  countBytes(value) <= 63

const countBytes = (text: string): number => new TextEncoder().encode(text).length
