import type { AuthContext } from "better-auth"
import type { AuthRows } from "../../better-auth/browse.ts"
import type { BetterAuth } from "../../transfer/index.ts"
import type { Auth } from "./load-auth.ts"

/** Better Auth, opened for tools that read and change its rows. */
export type OpenAuth = {
  /** Reads rows without secrets. */
  readonly rows: AuthRows
  /** Better Auth's own: `internalAdapter` runs database hooks, and clears secondary storage. */
  readonly context: AuthContext
  /** Whether the database stores live sessions. With `preserveSessionInDatabase`, its rows are only a record of them. */
  readonly hasSessions: boolean
}

export async function openAuth(auth: Auth): Promise<OpenAuth> {
  const { browseAuth } = await import("../../better-auth/browse.ts")
  const { openBetterAuth } = await import("../../transfer/better-auth/better-auth.ts")
  const opened = await openBetterAuth(auth as unknown as BetterAuth, "--better-auth")
  const context = opened as unknown as AuthContext
  const rows = await browseAuth(auth)
  const { secondaryStorage, session } = context.options
  const isKept = secondaryStorage !== undefined && session?.preserveSessionInDatabase === true
  return { rows, context, hasSessions: rows.models.includes("session") && !isKept }
}

/** What still accepts sessions after they were ended at a time, as sentences; empty if nothing does. */
export function describeCaches({ context: { options } }: OpenAuth, endedAt?: number): string {
  const cache = options.session?.cookieCache
  // Better Auth's default, for 0 too.
  const seconds = cache?.maxAge || 300
  const until = endedAt === undefined ? "" : `until ${new Date(endedAt + seconds * 1000).toISOString()}, `
  const cookies = `Sessions that browsers have cached in cookies (session.cookieCache) are accepted ${until}for ${seconds} seconds.`
  const tokens = "JSON Web Tokens of the plugin jwt stay valid until they expire."
  const hasTokens = (options.plugins ?? []).some(({ id }) => id === "jwt")
  return [...(cache?.enabled ? [cookies] : []), ...(hasTokens ? [tokens] : [])].join(" ")
}
