import type { Guarantee } from "../../contract/guarantees.ts"
import { generatedId, newUuid, type Preset, without } from "./preset.ts"

const filled = generatedId(newUuid)
const models = {
  user: { table: "User" },
  account: { table: "Account", filled, without },
  session: { table: "Session", filled },
  verificationToken: { table: "VerificationToken" },
  authenticator: { table: "Authenticator" },
}
const missingGuarantees: readonly Guarantee[] = [
  "unique_accounts",
  "same_token_two_identifiers",
  "passkeys",
  "users_without_email",
  "expires_in",
]

/**
 * The tables in the documentation of @auth/kysely-adapter. It shows them for PostgreSQL; here each engine has its own
 * types.
 */
export const kysely: Preset = {
  postgres: { models, dates: "native", ids: "uuid", emailRequired: true, missingGuarantees },
  mysql: {
    models,
    keysFold: true,
    dates: "native",
    newId: newUuid,
    emailRequired: true,
    missingGuarantees: [...missingGuarantees, "long_text", "byte_exact_keys"],
  },
  sqlite: { models, dates: "iso", newId: newUuid, emailRequired: true, missingGuarantees },
}
