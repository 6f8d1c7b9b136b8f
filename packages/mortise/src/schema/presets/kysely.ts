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
const reduced: readonly Guarantee[] = [
  "unique_accounts",
  "tokens_per_identifier",
  "passkeys",
  "users_without_email",
  "expires_in",
]

/**
 * The tables in the documentation of @auth/kysely-adapter. It shows them for PostgreSQL; here each engine has its own
 * types.
 */
export const kysely: Preset = {
  postgres: { models, dates: "native", ids: "uuid", emailRequired: true, reduced },
  mysql: {
    models,
    keysFold: true,
    dates: "native",
    newId: newUuid,
    emailRequired: true,
    reduced: [...reduced, "long_text", "similar_keys"],
  },
  sqlite: { models, dates: "iso", newId: newUuid, emailRequired: true, reduced },
}
