import type { Guarantee } from "../../contract/guarantees.ts"
import type { ExistingTables } from "../../contract/schema.ts"
import { generatedId, newUuid, type Preset, without } from "./preset.ts"

const filled = generatedId(newUuid)
const missingGuarantees: readonly Guarantee[] = [
  "unique_accounts",
  "same_token_two_identifiers",
  "passkeys",
  "large_numbers",
  "long_text",
  "expires_in",
]

const tables: ExistingTables = {
  models: {
    user: { table: "users" },
    account: { table: "accounts", filled, without },
    session: { table: "sessions", filled },
    verificationToken: { table: "verification_tokens" },
    authenticator: { table: "authenticators" },
  },
  dates: "native",
  naming: "snake_case",
  ids: "uuid",
  missingGuarantees,
}

/** The tables of @auth/sequelize-adapter's models. On SQLite, Sequelize stores dates in its own form. */
export const sequelize: Preset = {
  postgres: tables,
  mysql: {
    ...tables,
    keysFold: true,
    dates: "seconds",
    missingGuarantees: [...missingGuarantees, "byte_exact_keys"],
  },
}
