import { fromUtf8 } from "../../shared/bytes.ts"
import { readBody } from "../../shared/read-body.ts"
import type { OAuthProvider } from "../config/provider.ts"
import { buildClientFields, type PresetOptions, parseBaseUrl } from "./preset-options.ts"

/** The options of `github`. */
export type GitHubOptions = PresetOptions & {
  /** The URL of a GitHub Enterprise Server. Default: `https://github.com`. */
  readonly baseUrl?: string
}

type Address = { readonly email?: string; readonly primary?: unknown; readonly verified?: unknown }

const maxBytes = 256 * 1024

/**
 * Sign-in with GitHub. The address is the primary one, if GitHub has verified it.
 *
 * @example
 * ```ts
 * import { github } from "mortise/auth/providers"
 *
 * const provider = github({ clientId: "Iv1.0123456789abcdef", clientSecret: "…" })
 * console.log(provider.scope) // read:user user:email
 * ```
 */
export function github(options: GitHubOptions): OAuthProvider {
  const baseUrl =
    options.baseUrl === undefined ? "https://github.com" : parseBaseUrl("github", options.baseUrl)
  const api = options.baseUrl === undefined ? "https://api.github.com" : `${baseUrl}/api/v3`
  return {
    ...buildClientFields("github", options, ["read:user", "user:email"], ["baseUrl"]),
    type: "oauth",
    issuer: `${baseUrl}/login/oauth`,
    authorization: `${baseUrl}/login/oauth/authorize`,
    token: `${baseUrl}/login/oauth/access_token`,
    userinfo: `${api}/user`,
    // The address in the profile is the one that the user shows to everybody.
    moreClaims: async (claims, get) => ({
      ...claims,
      addresses: await readAddresses(await get(`${api}/user/emails`)),
    }),
    profile: ({ id, name, login, avatar_url, addresses }) => ({
      id: id as number,
      name: (name ?? login) as string,
      email: (addresses as readonly Address[]).find(
        (address) => address.primary === true && address.verified === true,
      )?.email,
      emailVerified: true,
      image: avatar_url as string,
    }),
  }
}

/** The user's addresses; none if the application may not read them. */
async function readAddresses(response: Response): Promise<readonly Address[]> {
  // A GitHub App without the permission gets 403, a token without the scope 404.
  if (response.status === 403 || response.status === 404) return []
  const body = response.ok ? await readBody(response, maxBytes) : undefined
  const addresses: unknown = body && JSON.parse(fromUtf8(body))
  // A user who is created without an address because of an outage would never get one.
  if (!Array.isArray(addresses)) throw new Error("GitHub did not return the addresses of the user")
  return addresses.filter((address) => typeof address === "object" && address !== null)
}
