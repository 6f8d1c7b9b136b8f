import type { BetterAuthOptions, BetterAuthPlugin } from "better-auth"
import { organization } from "better-auth/plugins"

/** The model of the suite. It has a field of every type. */
export const rowModel = "conformanceRow"

/** The fields of its rows, beside their ids. */
export const rowFields = {
  slug: { type: "string", required: true, unique: true },
  team: { type: "string", required: true, index: true },
  note: { type: "string", required: false },
  amount: { type: "number", required: false },
  large: { type: "number", required: false, bigint: true },
  flag: { type: "boolean", required: false },
  moment: { type: "date", required: false },
  payload: { type: "json", required: false },
  tags: { type: "string[]", required: false },
  levels: { type: "number[]", required: false },
  ownerId: {
    type: "string",
    required: false,
    unique: true,
    references: { model: "user", field: "id", onDelete: "cascade" },
  },
} as const

const rows = { id: "conformance", schema: { [rowModel]: { fields: rowFields } } } satisfies BetterAuthPlugin

/**
 * The options whose tables the suite uses: those of Better Auth itself, of its rate limiter, of its plugin
 * `organization`, and `conformanceRow`.
 *
 * @example
 * ```ts
 * import { suiteOptions } from "@mortise/conformance/better-auth"
 * import { getAuthTables } from "better-auth/db"
 *
 * console.log(Object.keys(getAuthTables(suiteOptions)))
 * ```
 */
export const suiteOptions: BetterAuthOptions = {
  baseURL: "http://localhost:3000",
  // Signs nothing that leaves the run.
  secret: "a secret of the conformance suite, only for its own run",
  logger: { disabled: true },
  telemetry: { enabled: false },
  rateLimit: { storage: "database" },
  plugins: [rows, organization()],
}
