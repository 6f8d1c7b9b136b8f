import type { ExistingTable } from "../../contract/schema.ts"
import { newCuid } from "../new-cuid.ts"
import { generatedId, type Preset, timestamps, without } from "./preset.ts"

const user = { table: "User", filled: timestamps }
const session = { table: "Session", filled: timestamps }
const account = { table: "Account", filled: timestamps, without }
const others = {
  verificationToken: { table: "VerificationToken" },
  authenticator: { table: "Authenticator" },
}

const withId = ({ filled, ...model }: ExistingTable): ExistingTable => ({
  ...model,
  filled: { ...generatedId(newCuid), ...filled },
})

/** The models in the documentation of @auth/prisma-adapter. */
export const prisma: Preset = {
  postgres: {
    models: { user, account, session, ...others },
    dates: "utc",
    newId: newCuid,
    emailRequired: true,
    missingGuarantees: ["users_without_email", "large_numbers", "expires_in"],
  },
  mysql: {
    models: { user, account: withId(account), session: withId(session), ...others },
    keysFold: true,
    // A DATETIME(3), which has no time zone and holds UTC.
    dates: "native",
    newId: newCuid,
    missingGuarantees: ["several_accounts", "large_numbers", "long_text", "byte_exact_keys", "expires_in"],
  },
  sqlite: {
    models: { user, account: withId(account), session: withId(session), ...others },
    dates: "iso_offset",
    newId: newCuid,
    missingGuarantees: ["expires_in"],
  },
}
