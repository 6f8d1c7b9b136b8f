import type { Guarantee } from "../../contract/guarantees.ts"
import type { ExistingTables } from "../../contract/schema.ts"
import { generatedId, newUuid, type Preset, without } from "./preset.ts"

const filled = generatedId(newUuid)
const missingGuarantees: readonly Guarantee[] = ["same_token_two_identifiers", "passkeys", "expires_in"]

const tables: ExistingTables = {
  models: {
    user: { table: "user" },
    account: { table: "account", filled, without },
    session: { table: "session", filled },
    verificationToken: { table: "verification_token" },
    authenticator: { table: "authenticator" },
  },
  dates: "native",
  naming: "snake_case",
  newId: newUuid,
  missingGuarantees,
}

/** The tables of @auth/mikro-orm-adapter's entities. */
export const mikroOrm: Preset = {
  postgres: { ...tables, missingGuarantees: [...missingGuarantees, "large_numbers", "long_text"] },
  mysql: {
    ...tables,
    keysFold: true,
    dates: "seconds",
    missingGuarantees: [...missingGuarantees, "large_numbers", "long_text", "byte_exact_keys"],
  },
  sqlite: tables,
}
