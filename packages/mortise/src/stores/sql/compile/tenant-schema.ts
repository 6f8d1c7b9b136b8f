import { text } from "../../../contract/fields.ts"
import type { Column, Model, Schema } from "../../../contract/schema.ts"
import { throwInvalid } from "../../../contract/throw-invalid.ts"
import { perClient } from "../../../shared/per-client.ts"

/** The name of the column, and of its part of a key. */
const tenant = "tenant"

/** The fields of a key as callers know them. */
export const withoutTenant = (fields: readonly string[]): string[] =>
  fields.filter((field) => field !== tenant)

/** A schema whose tables have the rows of all tenants: each key starts with the tenant, and so does each reference. */
export const addTenants = perClient((schema: Schema): Schema => {
  const { ids, preset, managed, email, models } = schema
  const isTaken = Object.values(models).some(({ fields }) =>
    fields.some(({ name, column }) => name === tenant || column === tenant),
  )
  if (isTaken || ids === "serial" || preset || managed || email === "legacy")
    throwInvalid("`tenants` allows no preset, legacy emails, serial ids, ORM tables or tenant field.")
  const scoped = Object.values(models).map((model) => [model.name, addTenant(model)])
  return { ...schema, models: Object.fromEntries(scoped) as Schema["models"] }
})

function addTenant(model: Model): Model {
  const type = text({ required: true, max: 63 })
  const column: Column = {
    ...type,
    model: model.name,
    name: tenant,
    column: tenant,
    inKey: true,
  }
  return { ...model, keys: model.keys.map((fields) => [tenant, ...fields]), tenant: column }
}
