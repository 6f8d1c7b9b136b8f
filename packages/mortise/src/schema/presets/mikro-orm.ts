import type { Guarantee } from "../../contract/guarantees.ts"
import type { ExistingTables } from "../../contract/schema.ts"
import { generatedId, newUuid, type Preset, without } from "./preset.ts"

const filled = generatedId(newUuid)
const reduced: readonly Guarantee[] = ["tokens_per_identifier", "passkeys", "expires_in"]

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
  reduced,
}

/** The tables of @auth/mikro-orm-adapter's entities. */
export const mikroOrm: Preset = {
  postgres: { ...tables, reduced: [...reduced, "large_numbers", "long_text"] },
  mysql: {
    ...tables,
    keysFold: true,
    dates: "seconds",
    reduced: [...reduced, "large_numbers", "long_text", "similar_keys"],
  },
  sqlite: tables,
}
