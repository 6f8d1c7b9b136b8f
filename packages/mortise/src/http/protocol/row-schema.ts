import type { Column, Model, Schema } from "../../contract/schema.ts"
import type { JsonSchema } from "./codec.ts"
import { fieldCodec } from "./field-codec.ts"
import { hasHideable, isHideable } from "./hidden-fields.ts"
import { declaredFields } from "./unknown-fields.ts"

type RowForm = "row" | "masked" | "new" | "unowned" | "changes"

/** The names of the forms of a model: `User`, `MaskedUser`, `NewUser`, `NewUnownedAccount`, `UserChanges`. */
function toFormName({ name }: Model, form: RowForm): string {
  const capital = name.charAt(0).toUpperCase() + name.slice(1)
  return {
    row: capital,
    masked: `Masked${capital}`,
    new: `New${capital}`,
    unowned: `NewUnowned${capital}`,
    changes: `${capital}Changes`,
  }[form]
}

/** The JSON Schema of one form of a model. */
function buildFormSchema(model: Model, form: RowForm, unknown: Schema["unknown"]): JsonSchema {
  const isRead = form === "row" || form === "masked"
  const fields = declaredFields(model).filter(({ name }) => form !== "unowned" || name !== model.owner?.field)
  return {
    type: "object",
    properties: Object.fromEntries(fields.map((column) => [column.name, member(column, form)])),
    required: fields.filter((column) => isRequired(model, column, form)).map(({ name }) => name),
    additionalProperties: unknown !== "refuse" && !isRead ? true : unknown === "keep",
  }
}

function member(column: Column, form: RowForm): JsonSchema {
  const { schema } = fieldCodec(column)
  const { examples, maxLength, ...readable } = schema
  // Stored rows may hold longer texts and other account types than new rows.
  if (form === "row" || form === "masked")
    return column.presence === "nullable" ? nullable(readable) : readable
  const written: JsonSchema = examples
    ? { ...readable, enum: examples }
    : { ...readable, ...(maxLength && { maxLength }) }
  return column.presence === "required" ? written : nullable(written)
}

const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: "null" }] })

function isRequired(model: Model, { name, presence }: Column, form: RowForm): boolean {
  if (form === "row") return presence !== "optional"
  if (form === "masked") return presence !== "optional" && !isHideable(model, name)
  return form === "changes" ? (model.keys[0]?.includes(name) ?? false) : presence === "required"
}

/** The JSON Schemas of a schema's models, by name. */
function all(schema: Schema): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.values(schema.models).flatMap((model) =>
      listForms(schema, model).map((form) => [
        toFormName(model, form),
        buildFormSchema(model, form, schema.unknown),
      ]),
    ),
  )
}

const listForms = (schema: Schema, model: Model): RowForm[] => [
  "row",
  ...(hasHideable(schema, model) ? (["masked"] as const) : []),
  "new",
  ...(model.owner?.mustExist ? (["unowned"] as const) : []),
  "changes",
]

export const rowSchema = { nameOf: toFormName, all }
