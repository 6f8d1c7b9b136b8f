import { boolean, date, type Fields, integer, json, number, text } from "./fields.ts"
import { newId } from "./new-id.ts"

const KIB = 1024
const required = true
const optional = true
const secret = true

const userId = text({ required, max: 255, form: "id" })
const token = { max: 64 * KIB, optional, secret } as const
const expires = date({ required })

/**
 * The models of the contract and the internal `slot`: the only place that names a field and its kind.
 * The first key of a model is its primary key. `owner` relates a row to its user: the row's `field` holds the
 * user's field `of`. With `mustExist`, a row for a missing user is refused.
 */
export const models = {
  user: {
    table: "users",
    fields: {
      id: text({ default: newId as () => string, max: 255, form: "id" }),
      name: text({ max: 64 * KIB }),
      email: text({ max: 254, form: "email" }),
      emailVerified: date(),
      image: text({ max: 64 * KIB }),
    },
    keys: [["id"], ["email"]],
  },
  account: {
    table: "accounts",
    fields: {
      userId,
      type: text({ required, oneOf: ["oauth", "oidc", "email", "webauthn"], max: 64 }),
      provider: text({ required, max: 128 }),
      providerAccountId: text({ required, max: 255, form: "provider_id" }),
      access_token: text(token),
      refresh_token: text(token),
      id_token: text(token),
      expires_in: number({ optional }),
      expires_at: number({ optional }),
      scope: text({ max: 64 * KIB, optional }),
      token_type: text({ max: 128, optional, form: "lower" }),
      session_state: text(token),
    },
    keys: [["provider", "providerAccountId"]],
    owner: { field: "userId", of: "id", mustExist: true },
  },
  session: {
    table: "sessions",
    fields: { sessionToken: text({ required, max: KIB, secret }), userId, expires },
    keys: [["sessionToken"]],
    owner: { field: "userId", of: "id", mustExist: true },
    expiry: "expires",
  },
  verificationToken: {
    table: "verification_tokens",
    fields: {
      identifier: text({ required, max: 512 }),
      token: text({ required, max: KIB, secret }),
      expires,
    },
    keys: [["identifier", "token"]],
    owner: { field: "identifier", of: "email", mustExist: false },
    expiry: "expires",
  },
  authenticator: {
    table: "authenticators",
    fields: {
      // WebAuthn allows 1,023 bytes: 1,364 characters of base64.
      credentialID: text({ required, max: 1364 }),
      userId,
      providerAccountId: text({ required, max: 1364, form: "provider_id" }),
      credentialPublicKey: text({ required, max: 64 * KIB }),
      counter: integer({ required, min: 0, max: 2 ** 32 - 1 }),
      credentialDeviceType: text({ required, max: 255 }),
      credentialBackedUp: boolean({ required }),
      transports: text({ max: KIB, optional }),
    },
    keys: [["credentialID"]],
    owner: { field: "userId", of: "id", mustExist: true },
  },
  slot: {
    table: "slots",
    fields: {
      key: text({ required, max: 512 }),
      value: json({ max: 64 * KIB, secret }),
      count: integer({ default: 0 }),
      expires,
    },
    keys: [["key"]],
    expiry: "expires",
  },
} as const satisfies Record<string, ModelDescription>

export type ModelDescription = {
  readonly table: string
  readonly fields: Fields
  readonly keys: readonly (readonly string[])[]
  readonly owner?: Owner
  /** The date after which `sweep` removes the row. */
  readonly expiry?: string
}

export type Owner = { readonly field: string; readonly of: "id" | "email"; readonly mustExist: boolean }

/** The five models of the contract, and `slot`. */
export type ModelName = keyof typeof models
/** The models that a user of the library may extend. */
export type ContractModelName = Exclude<ModelName, "slot">

export const modelNames = Object.keys(models) as ModelName[]
