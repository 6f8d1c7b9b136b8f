import { checkKeyPart, checkText, idText, isEmpty, openStored } from "../encrypted-tokens/account-cipher.ts"
import type { KeyRing } from "../encrypted-tokens/encryption-keys.ts"
import { type Place, seal } from "../encrypted-tokens/envelope.ts"
import type { AuthRow } from "./auth-database.ts"
import type { SealedModel } from "./sealed-models.ts"

// The names in Auth.js. They are part of what is authenticated, so that a value can move to Better Auth as it is.
const authjsNames: { readonly [field: string]: string } = {
  accessToken: "access_token",
  refreshToken: "refresh_token",
  idToken: "id_token",
}

/** Encrypts and decrypts the fields of a model of Better Auth. */
export type RowCipher = SealedModel & {
  /** The fields of a change that are encrypted, for a row. Without one, they can be decrypted nowhere. */
  sealFields(row: AuthRow | undefined, change: AuthRow): Promise<AuthRow>
  /** The text of a stored field; throws `corrupt`. What is empty is returned as it is. */
  openField(row: AuthRow, field: string): Promise<unknown>
  /** Rows with decrypted fields, without some fields. Reading a field that cannot be decrypted throws `corrupt`. */
  replaceRows(result: unknown, without?: readonly string[]): Promise<unknown>
}

export function createRowCipher(
  sealed: SealedModel,
  keys: KeyRing,
  acceptsPlain: boolean,
  readTenant: (() => string) | undefined,
): RowCipher {
  const { model, fields, placeFields } = sealed

  const toPlace = (row: AuthRow | undefined, field: string): Place => ({
    model,
    field: (model === "account" && authjsNames[field]) || field,
    shownField: field,
    tenant: readTenant?.(),
    key: row ? placeFields.map((name) => checkKeyPart(model, name, idText(row[name]))) : [],
  })

  const openField = async (row: AuthRow, field: string): Promise<unknown> => {
    const stored = row[field]
    if (typeof stored !== "string" || stored === "") return stored
    return openStored(keys, toPlace(row, field), stored, acceptsPlain)
  }

  const openRow = async (row: AuthRow, without: readonly string[]): Promise<AuthRow> => {
    const opened: Record<string, unknown> = { ...row }
    for (const field of fields.filter((name) => name in row))
      try {
        opened[field] = await openField(row, field)
      } catch (error) {
        // Better Auth reads rows to sign in, and to delete them, which must work without this value.
        Object.defineProperty(opened, field, {
          enumerable: false,
          get() {
            throw error
          },
        })
      }
    for (const field of without) delete opened[field]
    return opened
  }

  return {
    ...sealed,
    openField,
    async sealFields(row, change) {
      const result: Record<string, unknown> = {}
      for (const field of fields) {
        const text = change[field]
        if (isEmpty(text)) continue
        const place = toPlace(row, field)
        checkText(place, text)
        result[field] = await seal(keys, place, text)
      }
      return result
    },
    async replaceRows(result, without = []) {
      if (Array.isArray(result)) return Promise.all(result.map((row) => openRow(row as AuthRow, without)))
      return typeof result === "object" && result !== null ? openRow(result as AuthRow, without) : result
    },
  }
}
