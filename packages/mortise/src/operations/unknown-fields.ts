import type { Json } from "../contract/fields.ts"
import type { ModelName } from "../contract/models.ts"
import type { Row } from "../contract/rows.ts"
import { type Model, type Schema, unknownColumn } from "../contract/schema.ts"
import { throwInvalidField } from "../contract/throw-invalid.ts"
import type { OwnData } from "../shared/own-data.ts"
import { printable } from "../shared/printable.ts"
import { checkValue } from "./check-value.ts"
import type { Store, StoreUpkeep } from "./store.ts"

export type Warn = (message: string) => void

/** The undeclared fields of an input to store as JSON, if any. */
export type UnknownFieldsOf = (model: Model, input: OwnData) => Record<string, Json> | undefined

// Bounds the memory that is used if callers keep sending new names.
const maxNames = 200

/** Compiles the policy of a schema for undeclared fields. Each name causes one warning per schema. */
export function compileUnknownFields({ models, unknown: policy }: Schema): (warn: Warn) => UnknownFieldsOf {
  const warned = new Set<string>()
  const declared = Object.fromEntries(
    Object.values(models).map(({ name, fields }) => [name, new Set(fields.map((field) => field.name))]),
  ) as Record<ModelName, Set<string>>
  for (const names of Object.values(declared)) names.delete(unknownColumn)

  const drop = (model: Model, name: string, warn: Warn): void => {
    const field = `${model.name}.${printable(name)}`
    if (warned.has(field) || warned.size >= maxNames) return
    warned.add(field)
    warn(
      `mortise: ${field} is not declared and was dropped; declare it with defineSchema, or set unknown: "keep".`,
    )
  }

  return (warn) => (model, input) => {
    const names = declared[model.name]
    if (areAll(names, input)) return undefined
    const kept: Record<string, unknown> = {}
    const column = model.fields.find((field) => field.name === unknownColumn)
    for (const name of Object.keys(input)) {
      const value = input[name]
      if (value === undefined || name === "__proto__" || names.has(name)) continue
      if (column) kept[name] = checkValue({ ...column, name: printable(name) }, value)
      else if (policy === "drop") drop(model, name, warn)
      else
        throwInvalidField(
          { model: model.name, name: printable(name) },
          "is not declared; declare it with defineSchema",
        )
    }
    if (!column || Object.keys(kept).length === 0) return undefined
    return checkValue(column, kept) as Record<string, Json>
  }
}

// Input data inherits nothing, so `for … in` visits own fields only.
function areAll(names: ReadonlySet<string>, input: OwnData): boolean {
  for (const name in input) if (!names.has(name)) return false
  return true
}

/** Moves undeclared fields from their JSON column to the top level of the row; declared fields win. */
function expandUnknown(row: Row): Row {
  const { [unknownColumn]: unknown, ...declared } = row
  return { ...(unknown as Row | undefined), ...declared }
}

const expandIfRow = <T>(row: Row | T): Row | T =>
  typeof row === "object" && row !== null ? expandUnknown(row as Row) : row

/** A store that returns undeclared fields as fields of the row. */
export function expandingStore(store: Store): Store {
  return {
    ...store,
    insert: async (entries) => (await store.insert(entries)).map(expandUnknown),
    find: async (model, key) => expandIfRow(await store.find(model, key)),
    list: async (model, owner) => (await store.list(model, owner)).map(expandUnknown),
    async findWithUser(model, key, options) {
      const match = await store.findWithUser(model, key, options)
      return match && { row: expandUnknown(match.row), user: expandUnknown(match.user) }
    },
    update: async (model, key, patch, guard) => expandIfRow(await store.update(model, key, patch, guard)),
    take: async (model, key, guard) => expandIfRow(await store.take(model, key, guard)),
    removeUser: async (id) => expandIfRow(await store.removeUser(id)),
  }
}

/** The same for pages. */
export const expandingUpkeep = (store: StoreUpkeep): StoreUpkeep => ({
  ...store,
  page: async (model, options) => (await store.page(model, options)).map(expandUnknown),
})
