import { models } from "../../contract/models.ts"
import type { Account, Authenticator, User } from "../../contract/types.ts"
import { fromBase64, toBase64, toBase64Url } from "../../shared/bytes.ts"
import type { AccountKey } from "./account-key.ts"
import type { BetterAuthContext, BetterAuthRow } from "./better-auth.ts"

type Model = "user" | "account" | "authenticator"

/** The name of a model in Better Auth. */
export const betterAuthNames = { user: "user", account: "account", authenticator: "passkey" } as const

/** Fields of the source that Better Auth can store under the same name, and those that it cannot. */
export type ExtraValues = { readonly declared: BetterAuthRow; readonly undeclared: readonly string[] }

/** The fields that the application added to the contract. */
export function extraValues({ tables }: BetterAuthContext, model: Model, row: object): ExtraValues {
  const modelFields = models[model].fields
  const extra = Object.entries(row).filter(
    ([name, value]) => !(name in modelFields) && (value ?? null) !== null,
  )
  const fields = tables[betterAuthNames[model]]?.fields ?? {}
  return {
    declared: Object.fromEntries(extra.filter(([name]) => name in fields)),
    undeclared: extra.flatMap(([name]) => (name in fields ? [] : [name])),
  }
}

/** A user as Better Auth stores it, without its id. The time of the verification has no field there. */
export const mapUser = ({ name, image }: User, email: string, emailVerified: boolean): BetterAuthRow => ({
  name: name ?? "",
  email: email.toLowerCase(),
  emailVerified,
  image,
})

/** An account as Better Auth stores it. `token_type` and `session_state` have no field there. */
export function mapAccount(
  account: Account,
  key: AccountKey,
  userId: string,
  tokens: boolean,
): BetterAuthRow {
  const { access_token, refresh_token, id_token, expires_at, scope } = account
  return {
    ...key,
    userId,
    scope: scope
      ? scope
          .split(/[\s,]+/)
          .filter(Boolean)
          .join(",")
      : null,
    accessToken: tokens ? (access_token ?? null) : null,
    refreshToken: tokens ? (refresh_token ?? null) : null,
    idToken: tokens ? (id_token ?? null) : null,
    accessTokenExpiresAt: tokens && expires_at ? new Date(expires_at * 1000) : null,
  }
}

/** A passkey as Better Auth stores it. Auth.js has base64 for its id, Better Auth base64url. */
export function mapPasskey(row: Authenticator, userId: string): BetterAuthRow {
  return {
    userId,
    credentialID: recodeText(row.credentialID, toBase64Url),
    publicKey: recodeText(row.credentialPublicKey, toBase64),
    counter: row.counter,
    deviceType: row.credentialDeviceType,
    backedUp: row.credentialBackedUp,
    transports: row.transports ?? "",
  }
}

function recodeText(text: string, encode: (bytes: Uint8Array) => string): string {
  const bytes = fromBase64(text)
  return bytes ? encode(bytes) : text
}

/** Whether a stored row has all values. The times of its creation and its last change are not compared. */
export const hasValues = (stored: BetterAuthRow, wanted: BetterAuthRow): boolean =>
  Object.keys(wanted).every(
    (name) => timestamps.includes(name) || comparable(stored[name]) === comparable(wanted[name]),
  )

const timestamps = ["createdAt", "updatedAt"]

// An empty text and null mean the same: some databases store one as the other.
const comparable = (value: unknown): string => JSON.stringify(value === "" ? null : (value ?? null))
