import { newUuid, type Preset, without } from "./preset.ts"

const models = {
  user: { table: "user" },
  account: { table: "account", without },
  session: { table: "session" },
  verificationToken: { table: "verificationToken" },
  authenticator: { table: "authenticator" },
}

/** The tables that @auth/drizzle-adapter defines, and that its documentation shows. */
export const drizzle: Preset = {
  postgres: {
    models,
    dates: "utc",
    newId: newUuid,
    missingGuarantees: ["large_numbers", "expires_in"],
  },
  mysql: {
    // A TIMESTAMP without fractions, but for emailVerified, which is a TIMESTAMP(3).
    models: { ...models, user: { table: "user", dates: { emailVerified: "utc" } } },
    keysFold: true,
    dates: "seconds",
    newId: newUuid,
    missingGuarantees: ["far_dates", "large_numbers", "long_text", "byte_exact_keys", "expires_in"],
  },
  sqlite: { models, dates: "native", newId: newUuid, missingGuarantees: ["expires_in"] },
}
