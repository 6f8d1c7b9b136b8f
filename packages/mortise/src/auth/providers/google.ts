import type { OidcProvider } from "../config/provider.ts"
import { buildClientFields, type PresetOptions } from "./preset-options.ts"

/** The options of `google`. */
export type GoogleOptions = PresetOptions

/**
 * Sign-in with Google. The address is stored if Google has verified it.
 *
 * @example
 * ```ts
 * import { google } from "mortise/auth/providers"
 *
 * const provider = google({ clientId: "0123.apps.googleusercontent.com", clientSecret: "…" })
 * console.log(provider.issuer) // https://accounts.google.com
 * ```
 */
export function google(options: GoogleOptions): OidcProvider {
  return {
    ...buildClientFields("google", options, ["openid", "profile", "email"]),
    type: "oidc",
    issuer: "https://accounts.google.com",
    // The id token has all claims.
    userinfo: false,
  }
}
