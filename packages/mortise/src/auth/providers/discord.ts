import type { OAuthProvider } from "../config/provider.ts"
import { buildClientFields, type PresetOptions } from "./preset-options.ts"

/** The options of `discord`. */
export type DiscordOptions = PresetOptions

/**
 * Sign-in with Discord. The address is stored if Discord has verified it.
 *
 * @example
 * ```ts
 * import { discord } from "mortise/auth/providers"
 *
 * const provider = discord({ clientId: "0123456789", clientSecret: "…", params: { prompt: "none" } })
 * console.log(provider.scope) // identify email
 * ```
 */
export function discord(options: DiscordOptions): OAuthProvider {
  return {
    ...buildClientFields("discord", options, ["identify", "email"]),
    type: "oauth",
    authorization: "https://discord.com/api/oauth2/authorize",
    token: "https://discord.com/api/oauth2/token",
    userinfo: "https://discord.com/api/users/@me",
    profile: ({ id, username, global_name, avatar, email, verified }) => ({
      id: id as string,
      name: (global_name ?? username) as string,
      email: email as string | null,
      emailVerified: verified === true,
      // A user without a picture has only a default one, which is the same for many.
      image: typeof avatar === "string" ? `https://cdn.discordapp.com/avatars/${id}/${avatar}.png` : null,
    }),
  }
}
