import { sha256 } from "../../../shared/bytes.ts"
import type { ProviderLogin } from "../provider-identity.ts"

/**
 * How a login is named: by its session at the provider, by its user there, or by its user because its ID token named no
 * session. Such a login may be any session of that user.
 */
export type LoginName = {
  readonly kind: "sid" | "sub" | "sub without sid"
  /** A hash for the keys of slots. */
  readonly key: string
}

// A code that was issued before the logout may be exchanged after it, ten minutes later at most.
const codeSeconds = 600

const createLoginName = async (
  kind: LoginName["kind"],
  { issuer, clientId }: ProviderLogin,
  id: string,
): Promise<LoginName> => ({ kind, key: await sha256(JSON.stringify([kind, issuer, clientId, id])) })

/** All names of a login. */
export async function listLoginNames(login: ProviderLogin): Promise<LoginName[]> {
  const { sid, sub } = login
  const names = [
    sid === undefined ? [] : createLoginName("sid", login, sid),
    sub === undefined ? [] : createLoginName("sub", login, sub),
    sid === undefined && sub !== undefined ? createLoginName("sub without sid", login, sub) : [],
  ]
  return Promise.all(names.flat())
}

/**
 * What a logout token ends: all logins of the user if it names no session of the provider. Otherwise this session, and
 * the user's logins whose session is not known.
 */
export async function listEndedNames(token: ProviderLogin): Promise<LoginName[]> {
  const { sid, sub } = token
  if (sid === undefined) return [await createLoginName("sub", token, sub ?? "")]
  const named = createLoginName("sid", token, sid)
  return Promise.all(sub === undefined ? [named] : [named, createLoginName("sub without sid", token, sub)])
}

/** Whether a logout at `endedAt` ends a login: a user may sign in again later. Both times come from the provider. */
export const isEndedBy = (kind: LoginName["kind"], issuedAt: number, endedAt: number): boolean =>
  issuedAt <= endedAt + (kind === "sid" ? codeSeconds : 0)
