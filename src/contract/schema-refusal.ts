import { MortiseError } from "./errors.ts"
import type { Field } from "./fields.ts"
import { modelNames, models } from "./models.ts"

const choices = {
  naming: ["camelCase", "snake_case"],
  ids: ["given", "serial", "uuid"],
  unknown: ["drop", "keep", "refuse"],
  email: ["canonical", "exact"],
  emailRequired: [true, false],
} as const
const kinds = ["text", "date", "integer", "number", "boolean", "json"]
const reserved = ["__proto__", "constructor", "prototype", "extra"]

const fieldName = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/
const sqlName = /^[\p{L}_][\p{L}\p{N}_$ -]{0,62}$/u

type Loose = Readonly<Record<string, unknown>>

/** Throws `invalid` with a sentence that says what to write, if a schema cannot be used as it stands. */
export function refuseSchema(options: Loose): void {
  const known = [...modelNames, ...Object.keys(choices), "prefix"]
  for (const [name, value] of Object.entries(options)) {
    if (!known.includes(name)) refuse(`"${name}" is not an option; write one of ${list(known)}`)
    const allowed: readonly unknown[] | undefined = choices[name as keyof typeof choices]
    if (value !== undefined && allowed && !allowed.includes(value))
      refuse(`${name} must be one of ${list(allowed)}`)
  }
  const prefix = options["prefix"] ?? ""
  if (prefix !== "" && !(typeof prefix === "string" && sqlName.test(prefix)))
    refuse('prefix must be the start of a table name, such as "auth_"')
  for (const model of modelNames) refuseModel(model, (options[model] ?? {}) as Loose)
  refuseTwice(
    modelNames.map(
      (name) => (options[name] as { table?: string } | undefined)?.table ?? prefix + models[name].table,
    ),
    (table) => `two models share the table "${table}"; give one of them another name under "table"`,
  )
}

function refuseModel(model: keyof typeof models, options: Loose): void {
  if (!isRecord(options)) refuse(`${model} must be an object such as { table: "app_${model}" }`)
  const parts = model === "slot" ? ["table", "columns"] : ["table", "columns", "fields"]
  for (const part of Object.keys(options))
    if (!parts.includes(part)) refuse(`${model}.${part} is not an option; write one of ${list(parts)}`)
  const { table, columns = {}, fields = {} } = options
  if (table !== undefined && !isSqlName(table))
    refuse(`${model}.table must be a table name of up to 63 characters`)
  if (!isRecord(fields)) refuse(`${model}.fields must be an object such as { role: text() }`)
  for (const [name, field] of Object.entries(fields)) refuseField(model, name, field)
  if (!isRecord(columns)) refuse(`${model}.columns must be an object from field to column name`)
  const declared = [...Object.keys(models[model].fields), ...Object.keys(fields)]
  for (const [name, column] of Object.entries(columns)) {
    if (!declared.includes(name))
      refuse(`${model}.columns names "${name}", which is no field; declare it under ${model}.fields first`)
    if (!isSqlName(column)) refuse(`${model}.columns.${name} must be a column name of up to 63 characters`)
  }
  refuseTwice(
    declared.map((name) => String(columns[name] ?? name)),
    (column) =>
      `${model} has two fields in the column "${column}"; give one another name under ${model}.columns`,
  )
}

function refuseField(model: keyof typeof models, name: string, field: unknown): void {
  const where = `${model}.fields.${name}`
  if (!fieldName.test(name) || reserved.includes(name))
    refuse(
      `${model} cannot have a field of that name; use letters, digits and _, and none of ${list(reserved)}`,
    )
  if (Object.hasOwn(models[model].fields, name))
    refuse(`${where} is a field of the contract already; rename its column under ${model}.columns instead`)
  if (!isRecord(field) || !kinds.includes(String(field["kind"])))
    refuse(`${where} must be made with one of ${kinds.map((kind) => `${kind}()`).join(", ")}`)
  const { kind, default: value } = field as Field
  if (value === undefined || typeof value === "function" || kind === "json") return
  const right = kind === "date" ? value instanceof Date : typeof value === (typeOf[kind] ?? kind)
  if (!right) refuse(`${where} is ${kind}, but its default is not`)
}

const typeOf: Partial<Record<string, string>> = { text: "string", integer: "number" }

function refuseTwice(names: readonly string[], sentence: (name: string) => string): void {
  const seen = new Set<string>()
  for (const name of names) {
    // Engines fold the case of names differently: "Users" and "users" are one table on some of them.
    if (seen.has(name.toLowerCase())) refuse(sentence(name))
    seen.add(name.toLowerCase())
  }
}

function refuse(sentence: string): never {
  throw new MortiseError("invalid", `defineSchema: ${sentence}.`)
}

const list = (names: readonly unknown[]): string => names.join(", ")
const isSqlName = (value: unknown): boolean => typeof value === "string" && sqlName.test(value)
const isRecord = (value: unknown): value is Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value)
