import { throwInvalid } from "../../contract/throw-invalid.ts"
import { printable } from "../../shared/printable.ts"
import { findFieldProblem } from "../encrypted-tokens/encrypted-fields.ts"
import type { AuthAdapter } from "./auth-database.ts"
import { createDeclaredNames } from "./declared-names.ts"

/** The encrypted fields of a model of Better Auth. */
export type SealedModel = {
  readonly model: string
  readonly fields: readonly string[]
  /** The fields that name a row, for which its values are encrypted. */
  readonly placeFields: readonly string[]
}

/** The fields to encrypt, besides tokens and codes, by their model. */
export type NamedFields = { readonly [model: string]: readonly string[] }

/** The option `fields`, checked as far as it can be without Better Auth's options. */
export function checkNamedFields(fields: unknown = {}): NamedFields {
  if (!Array.isArray(fields) && Object.values(Object(fields)).every(Array.isArray))
    return fields as NamedFields
  throwInvalid('encryptedTokens: fields must be lists by model: { ssoProvider: ["oidcConfig"] }.')
}

// Plugins store codes, and more, as the value of a verification.
const sealedModels: readonly SealedModel[] = [
  {
    model: "account",
    fields: ["accessToken", "refreshToken", "idToken"],
    placeFields: ["providerId", "accountId"],
  },
  { model: "verification", fields: ["value"], placeFields: ["identifier"] },
]

/** The models with encrypted fields, by Better Auth's own names. Throws `invalid` for fields that cannot be encrypted. */
export function listSealedModels(adapter: AuthAdapter, named: NamedFields): SealedModel[] {
  const models = new Map(sealedModels.map((sealed) => [sealed.model, sealed]))
  for (const [name, list] of Object.entries(named)) {
    const model = createDeclaredNames(adapter).findModel(name) ?? name
    const { fields, placeFields } = models.get(model) ?? { fields: [], placeFields: ["id"] }
    for (const field of list) {
      const problem = findProblem(adapter, model, field, placeFields)
      if (problem)
        throwInvalid(`encryptedTokens: ${printable(model)}.${printable(String(field))} ${problem}.`)
    }
    models.set(model, { model, placeFields, fields: [...new Set([...fields, ...list])] })
  }
  return [...models.values()]
}

// Better Auth, or the plugin, stores them hashed or encrypted.
const sealedByOthers = /^(account\.password|jwks\.privateKey|oauthClient\.clientSecret|twoFactor\..*)$/

/** Why a field cannot be encrypted. */
function findProblem(
  { options }: AuthAdapter,
  model: string,
  field: string,
  placeFields: readonly string[],
): string | undefined {
  const { fields = {}, indexes = [] } = options?.schema?.[model] ?? {}
  const declared = Object.hasOwn(fields, field) ? fields[field] : undefined
  if (!declared) return "is not declared"
  if (sealedByOthers.test(`${model}.${field}`)) return "is hashed or encrypted"
  const { type, unique, index, sortable, references, defaultValue, onUpdate, transform } = declared
  const isIndexed = unique || index || sortable || indexes.some((member) => member.fields.includes(field))
  return findFieldProblem(
    {
      kind: type === "string" ? "text" : "json",
      presence: defaultValue === undefined && !onUpdate ? "optional" : "defaulted",
      form: transform,
    },
    isIndexed || references !== undefined || placeFields.includes(field),
  )
}
