import { type Model, unknownColumn } from "./schema.ts"

/** Whether a field of a row holds a secret. What a provider sent in an undeclared field of an account may be a token. */
export function isSecretField({ name: model, fields }: Model, name: string): boolean {
  const field = fields.find((column) => column.name === name && name !== unknownColumn)
  return field ? field.secret === true : model === "account"
}
