import type { OidcProvider } from "../config/provider.ts"
import { buildClientFields, type PresetOptions, parseBaseUrl } from "./preset-options.ts"

/** The options of `gitlab`. */
export type GitLabOptions = PresetOptions & {
  /** The URL of a self-managed GitLab. Default: `https://gitlab.com`. */
  readonly baseUrl?: string
}

/**
 * Sign-in with GitLab. The address is the primary one, if GitLab has verified it.
 *
 * @example
 * ```ts
 * import { gitlab } from "mortise/auth/providers"
 *
 * const provider = gitlab({ baseUrl: "https://gitlab.example.com", clientId: "…", clientSecret: "…" })
 * console.log(provider.issuer) // https://gitlab.example.com
 * ```
 */
export function gitlab(options: GitLabOptions): OidcProvider {
  return {
    ...buildClientFields("gitlab", options, ["openid", "profile", "email"], ["baseUrl"]),
    type: "oidc",
    issuer: parseBaseUrl("gitlab", options.baseUrl ?? "https://gitlab.com"),
  }
}
