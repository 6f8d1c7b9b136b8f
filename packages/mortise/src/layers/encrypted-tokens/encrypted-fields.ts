import type { Field } from "../../contract/fields.ts"
import { internals } from "../../contract/internals.ts"
import { models } from "../../contract/models.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { printable } from "../../shared/printable.ts"
import { plainLimit } from "./envelope.ts"

/** The fields of an account to encrypt, each with the most bytes that a text can have. */
export type EncryptedFields = ReadonlyMap<string, number>

/** A field, as far as it matters for what it can hold. Better Auth's have forms of their own. */
type DeclaredField = Pick<Field, "kind" | "presence"> & {
  readonly oneOf?: unknown
  readonly form?: unknown
  readonly max?: number
}

const tokens = ["access_token", "refresh_token", "id_token"] as const

/** The tokens and the fields of the option `fields`, checked. */
export function checkFields(adapter: object, names: unknown = []): EncryptedFields {
  if (!Array.isArray(names) || !names.every((name) => typeof name === "string"))
    throwInvalid('encryptedTokens: fields must be a list of names, such as ["session_state"].')
  const schema = internals(adapter)?.schema
  const { keys, owner, fields } = models.account
  const inKey: readonly string[] = [...keys.flat(), owner.field]
  const fieldsByName = schema
    ? new Map<string, Field>(schema.models.account.fields.map((field) => [field.name, field]))
    : new Map<string, Field>(Object.entries(fields))
  const limits = new Map<string, number>()
  for (const name of [...tokens, ...names]) {
    const field = fieldsByName.get(name)
    const problem = field
      ? findFieldProblem(field, inKey.includes(name))
      : schema && "is not declared: declare it with defineSchema"
    if (problem) throwInvalid(`encryptedTokens: account.${printable(name)} ${problem}.`)
    // The limits of a third-party adapter are unknown.
    limits.set(name, schema && field?.max ? plainLimit(field.max) : Number.POSITIVE_INFINITY)
  }
  return limits
}

/** Why a field cannot hold an encrypted text. */
export function findFieldProblem(
  { kind, oneOf, form, presence, max }: DeclaredField,
  inKey: boolean,
): string | undefined {
  if (inKey) return "is part of a key, by which rows are found: it cannot be encrypted"
  if (kind !== "text") return "is not text: only text can be encrypted"
  if (oneOf || form) return "has values of a fixed form: an encrypted text does not have it"
  if (presence === "defaulted" || presence === "generated")
    return "has a default, which would be stored without encryption: make it optional"
  if (max !== undefined && plainLimit(max) < 1)
    return `is too short for an encrypted text: raise its max of ${max} bytes`
  return undefined
}
