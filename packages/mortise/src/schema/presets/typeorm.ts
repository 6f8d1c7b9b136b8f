import type { Guarantee } from "../../contract/guarantees.ts"
import type { ExistingTables } from "../../contract/schema.ts"
import { generatedId, newUuid, type Preset, without } from "./preset.ts"

const filled = generatedId(newUuid)
const missingGuarantees: readonly Guarantee[] = ["unique_accounts", "unique_tokens", "passkeys", "expires_in"]

const tables: ExistingTables = {
  models: {
    user: { table: "users" },
    account: { table: "accounts", filled, without },
    session: { table: "sessions", filled },
    verificationToken: { table: "verification_tokens", filled },
    authenticator: { table: "authenticators" },
  },
  dates: "milliseconds",
  ids: "uuid",
  missingGuarantees,
}

/** The tables of @auth/typeorm-adapter's entities. */
export const typeorm: Preset = {
  postgres: tables,
  mysql: {
    ...tables,
    keysFold: true,
    missingGuarantees: [...missingGuarantees, "long_text", "byte_exact_keys"],
  },
  sqlite: tables,
}
