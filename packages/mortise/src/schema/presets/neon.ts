import { tables } from "./pg.ts"
import type { Preset } from "./preset.ts"

/** The tables in the documentation of @auth/neon-adapter: pg's tables, but with unique emails and smaller numbers. */
export const neon: Preset = {
  postgres: {
    ...tables,
    missingGuarantees: [
      ...tables.missingGuarantees.filter((name) => name !== "unique_emails"),
      "large_numbers",
    ],
  },
}
