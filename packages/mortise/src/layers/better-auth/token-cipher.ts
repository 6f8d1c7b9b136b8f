import { MortiseError } from "../../contract/errors.ts"
import { createAccountCipher } from "../encrypted-tokens/account-cipher.ts"
import type { KeyRing } from "../encrypted-tokens/encryption-keys.ts"
import { readForm } from "../encrypted-tokens/envelope.ts"
import type { AuthRow } from "./auth-database.ts"

// The names in Auth.js. They are part of what is authenticated, so that a value can move to Better Auth as it is.
const authjsNames = {
  accessToken: "access_token",
  refreshToken: "refresh_token",
  idToken: "id_token",
} as const

type TokenField = keyof typeof authjsNames

/** The fields of an account that are encrypted. */
export const tokenFields = Object.keys(authjsNames) as readonly TokenField[]

/** The fields that name an account. */
export const placeFields = ["providerId", "accountId"] as const

/** Encrypts and decrypts the tokens in accounts of Better Auth. */
export type TokenCipher = {
  /** The tokens of a change, encrypted for the account that a row has. */
  sealTokens(row: AuthRow, change: AuthRow): Promise<AuthRow>
  /** Rows with decrypted tokens, without some fields. Reading a token that cannot be decrypted throws `corrupt`. */
  openRows(result: unknown, without?: readonly string[]): Promise<unknown>
}

export function createTokenCipher(keys: KeyRing, acceptsPlain: boolean): TokenCipher {
  // What a column of Better Auth can hold is unknown.
  const limits = new Map(Object.values(authjsNames).map((name) => [name, Number.POSITIVE_INFINITY]))
  // The advice for plain values is another one here.
  const cipher = createAccountCipher(limits, keys, true)

  const openToken = async (row: AuthRow, field: TokenField): Promise<unknown> => {
    const stored = row[field]
    if (typeof stored !== "string" || stored === "") return stored
    if (!acceptsPlain && readForm(stored) === "plain")
      throw new MortiseError(
        "corrupt",
        `account.${field} is stored without encryption, which is refused: if it is from before the layer, set existingPlaintext to "accept", or let the user sign in with the provider again.`,
        { model: "account", fields: [field] },
      )
    return renameErrors(field, () =>
      cipher.openText({ ...toPlace(row), [authjsNames[field]]: stored }, authjsNames[field]),
    )
  }

  const openRow = async (row: AuthRow, without: readonly string[]): Promise<AuthRow> => {
    const opened: Record<string, unknown> = { ...row }
    for (const field of tokenFields.filter((name) => name in row))
      try {
        opened[field] = await openToken(row, field)
      } catch (error) {
        // Better Auth reads accounts to sign in, and to delete them, which must work without this value.
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
    async sealTokens(row, change) {
      const filled = tokenFields.filter((field) => change[field])
      const entries = filled.map(async (field) => {
        const text = change[field] as string
        return [
          field,
          await renameErrors(field, () => cipher.sealText(toPlace(row), authjsNames[field], text)),
        ] as const
      })
      return Object.fromEntries(await Promise.all(entries))
    },
    async openRows(result, without = []) {
      if (Array.isArray(result)) return Promise.all(result.map((row) => openRow(row as AuthRow, without)))
      return typeof result === "object" && result !== null ? openRow(result as AuthRow, without) : result
    },
  }
}

const toPlace = ({ providerId, accountId }: AuthRow) => ({
  provider: providerId,
  providerAccountId: accountId,
})

/** Names the field as Better Auth does. */
async function renameErrors<T>(field: TokenField, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof MortiseError) || (error.code !== "corrupt" && error.code !== "invalid"))
      throw error
    const { code, message } = error
    const renamed = message
      .replace(`account.${authjsNames[field]}`, `account.${field}`)
      .replace("account.providerAccountId", "account.accountId")
      .replace("account.provider ", "account.providerId ")
    throw new MortiseError(code, renamed, { model: "account", fields: [field], cause: error })
  }
}
