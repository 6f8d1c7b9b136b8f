import { MortiseError } from "../../contract/errors.ts"
import type { ModelName } from "../../contract/models.ts"
import type { Schema } from "../../contract/schema.ts"
import { ownData } from "../../shared/own-data.ts"

/** The row in a JSON value of an official key-value adapter. Throws `corrupt` without the value: it may be a secret. */
export function readStoredRow({ models }: Schema, model: ModelName, stored: unknown): object {
  const row = ownData(typeof stored === "string" ? parseJson(stored) : stored)
  if (!row || models[model].keys.flat().some((name) => isMissing(row[name]) && name !== "email"))
    throw new MortiseError(
      "corrupt",
      `A key of ${model} does not hold a row of an official adapter: check the prefixes, or delete the key.`,
      { model },
    )
  // The official adapters add an id to accounts, which is the key of the account again.
  const { id, ...rest } = row
  const kept = model === "account" ? rest : row
  return Object.fromEntries(
    Object.entries(kept)
      .filter(([, value]) => !isMissing(value))
      .map(([name, value]) => [
        name,
        isDateField(models[model].fields, name) ? parseDate(value, model, name) : value,
      ]),
  )
}

const isMissing = (value: unknown): boolean => value === undefined || value === null

const isDateField = (fields: readonly { readonly name: string; readonly kind: string }[], name: string) =>
  fields.some((field) => field.name === name && field.kind === "date")

function parseDate(value: unknown, model: ModelName, name: string): Date {
  const date = new Date(String(value))
  if (!Number.isNaN(date.getTime())) return date
  throw new MortiseError(
    "corrupt",
    `A key of ${model} holds an invalid date in ${name}: fix or delete the key.`,
    {
      model,
      fields: [name],
    },
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
