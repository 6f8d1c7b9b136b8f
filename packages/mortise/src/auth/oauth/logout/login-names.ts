import { sha256 } from "../../../shared/bytes.ts"
import type { ProviderLogin } from "../provider-identity.ts"

/** How a login is named: by its session at the provider, or by its user there. */
export type LoginName = {
  readonly kind: "sid" | "sub"
  /** A hash for the keys of slots. */
  readonly key: string
}

// A code that was issued before the logout may be exchanged after it, ten minutes later at most.
const codeSeconds = 600

const nameOf = async (
  kind: LoginName["kind"],
  { issuer, clientId }: ProviderLogin,
  id: string,
): Promise<LoginName> => ({ kind, key: await sha256(JSON.stringify([kind, issuer, clientId, id])) })

/** All names of a login. */
export async function namesOf(login: ProviderLogin): Promise<LoginName[]> {
  const { sid, sub } = login
  const names = [
    sid === undefined ? [] : nameOf("sid", login, sid),
    sub === undefined ? [] : nameOf("sub", login, sub),
  ]
  return Promise.all(names.flat())
}

/** What a logout token ends: a session of the provider if it names one, otherwise all logins of the user there. */
export const endedNameOf = (token: ProviderLogin): Promise<LoginName> =>
  token.sid === undefined ? nameOf("sub", token, token.sub ?? "") : nameOf("sid", token, token.sid)

/** Whether a logout at `endedAt` ends a login: a user may sign in again later. Both times come from the provider. */
export const isEndedBy = (kind: LoginName["kind"], issuedAt: number, endedAt: number): boolean =>
  issuedAt <= endedAt + (kind === "sid" ? codeSeconds : 0)
