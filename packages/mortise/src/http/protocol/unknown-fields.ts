import { copyJson } from "../../contract/copy-json.ts"
import type { Json } from "../../contract/fields.ts"
import { type Model, type Schema, unknownColumn } from "../../contract/schema.ts"
import { throwInvalidField } from "../../contract/throw-invalid.ts"
import type { OwnData } from "../../shared/own-data.ts"
import { printable } from "../../shared/printable.ts"

export type Warn = (message: string) => void

/** How fields that a model does not declare are handled: sent as JSON, left out with a warning, or refused. */
export type UnknownFields = (model: Model) => (members: OwnData) => Record<string, Json>

// A caller that invents field names must not fill the memory.
const maxNames = 200
const warned = new WeakMap<Schema, Set<string>>()

/** The policy of a schema. Each name causes one warning, however many adapters are created. */
export function unknownFields(schema: Schema, warn: Warn): UnknownFields {
  const warnedNames = warned.get(schema) ?? new Set()
  warned.set(schema, warnedNames)

  const drop = (field: string): void => {
    if (warnedNames.has(field) || warnedNames.size >= maxNames) return
    warnedNames.add(field)
    warn(`mortise: ${field} is not a declared field and is not sent; declare it, or set unknown: "keep".`)
  }

  return (model) => {
    const declared = new Set(declaredFields(model).map(({ name }) => name))
    return (members) => {
      const kept: Record<string, Json> = {}
      for (const name of Object.keys(members)) {
        if (declared.has(name)) continue
        const value = members[name]
        if (value === undefined || name === "__proto__") continue
        const place = { model: model.name, name: printable(name) }
        if (schema.unknown === "keep") kept[name] = copyJson(place, value)
        else if (schema.unknown === "refuse")
          throwInvalidField(place, "is not declared; declare it with defineSchema")
        else drop(`${place.model}.${place.name}`)
      }
      return kept
    }
  }
}

/** The fields of a model that are sent under their own name. */
export const declaredFields = ({ fields }: Model) => fields.filter(({ name }) => name !== unknownColumn)
