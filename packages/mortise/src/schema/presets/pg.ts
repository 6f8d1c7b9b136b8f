import type { ExistingTables } from "../../contract/schema.ts"
import { type Preset, without } from "./preset.ts"

export const tables: ExistingTables = {
  models: {
    user: { table: "users" },
    account: { table: "accounts", without },
    session: { table: "sessions" },
    verificationToken: { table: "verification_token" },
    authenticator: { table: "authenticators" },
  },
  dates: "native",
  ids: "serial",
  missingGuarantees: [
    "unique_emails",
    "unique_accounts",
    "unique_sessions",
    "foreign_keys",
    "passkeys",
    "long_text",
    "expires_in",
  ],
}

/** The tables in the documentation of @auth/pg-adapter. */
export const pg: Preset = { postgres: tables }
