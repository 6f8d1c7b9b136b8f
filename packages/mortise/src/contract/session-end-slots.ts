/** The slots that end sessions which have no row: those in tokens. They are written here and recognized by `audited`. */
const generations = "auth/generation/"
const revoked = "auth/revoked/"
const endedLogins = "auth/logout/ended/"

/** The slot whose next number ends all tokens of a user. */
export const generationKey = (userId: string): string => `${generations}${userId}`

/** The slot that ends one token. A handle has no slash. */
export const revokedKey = (userId: string, handle: string): string => `${revoked}${handle}/${userId}`

/** The slot that ends the sessions of a login at a provider, by the hash that names the login. */
export const endedLoginKey = (hash: string): string => `${endedLogins}${hash}`

/** What a slot ends: tokens of a user, or a login that only its hash names. `session` is the handle of one token. */
export type SessionEnd = { readonly user?: string; readonly session?: string }

/** Reads the key of a slot that ends sessions; `undefined` for any other slot. */
export function readSessionEnd(key: unknown): SessionEnd | undefined {
  if (typeof key !== "string") return undefined
  if (key.startsWith(generations)) return { user: key.slice(generations.length) }
  if (key.startsWith(endedLogins)) return {}
  const [, session, user] = key.startsWith(revoked)
    ? (/^([^/]*)\/(.*)$/s.exec(key.slice(revoked.length)) ?? [])
    : []
  return session !== undefined && user !== undefined ? { user, session } : undefined
}
