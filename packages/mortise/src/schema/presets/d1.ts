import { generatedId, newUuid, type Preset, without } from "./preset.ts"

const filled = generatedId(newUuid)

/** The tables that `up` of @auth/d1-adapter creates. */
export const d1: Preset = {
  sqlite: {
    models: {
      user: { table: "users" },
      account: { table: "accounts", filled, without },
      session: { table: "sessions", filled },
      verificationToken: { table: "verification_tokens" },
      authenticator: { table: "authenticators" },
    },
    dates: "iso",
    newId: newUuid,
    missingGuarantees: [
      "unique_emails",
      "unique_accounts",
      "same_token_two_identifiers",
      "foreign_keys",
      "passkeys",
      "expires_in",
    ],
  },
}
