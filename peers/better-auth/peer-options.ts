import { apiKey } from "@better-auth/api-key"
import { suiteOptions } from "@mortise/conformance/better-auth"
import type { BetterAuthOptions } from "better-auth"
import { getAuthTables } from "better-auth/db"

/** The plugins whose tables every peer has, besides the suite's own. */
export const peerPlugins = [apiKey()]

// The suite has the types of the root's copy of Better Auth, which is the same version.
const ofSuite = suiteOptions as unknown as BetterAuthOptions

/** The options whose tables every peer has: all that the suite uses. */
export const peerOptions: BetterAuthOptions = {
  ...ofSuite,
  plugins: [...(ofSuite.plugins ?? []), ...peerPlugins],
}

/** The models of `peerOptions`, the referenced ones first. */
export const peerTables = Object.values(getAuthTables(peerOptions)).sort(
  (a, b) => (a.order ?? 1e6) - (b.order ?? 1e6),
)
