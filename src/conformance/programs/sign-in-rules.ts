import { rowOf } from "./step.ts"
import { userRow } from "./user-rules.ts"
import { error, keyOf, nothing, open, type Rules, row, rowOrNothing, without } from "./world.ts"

/** Sessions: updated while they are there, never created by it. */
export const sessions: Pick<
  Rules,
  "createSession" | "updateSession" | "getSessionAndUser" | "deleteSession"
> = {
  createSession(world, { token, user, expires }, names) {
    if (!world.users[user]) return undefined
    if (world.sessions[token]) return error(world)
    const after = { ...world, sessions: { ...world.sessions, [token]: { token, user, expires } } }
    return row(after, rowOf.session(names, token, user, expires))
  },
  updateSession(world, { token, expires }, names) {
    const stored = world.sessions[token]
    if (!stored) return open(world)
    const after = { ...world, sessions: { ...world.sessions, [token]: { ...stored, expires } } }
    return rowOrNothing(after, rowOf.session(names, token, stored.user, expires))
  },
  getSessionAndUser(world, { token }, names) {
    const stored = world.sessions[token]
    if (!stored) return nothing(world)
    const session = rowOf.session(names, token, stored.user, stored.expires)
    return row(world, { session, user: userRow(world, names, stored.user) })
  },
  deleteSession(world, { token }, names) {
    const stored = world.sessions[token]
    if (!stored) return open(world)
    const after = { ...world, sessions: without(world.sessions, token) }
    return rowOrNothing(after, rowOf.session(names, token, stored.user, stored.expires))
  },
}

/** Verification tokens: used once. */
export const tokens: Pick<Rules, "createVerificationToken" | "useVerificationToken"> = {
  createVerificationToken(world, { identifier, token }, names) {
    const key = keyOf(identifier, token)
    // The same token twice is the same row, whether it is refused or not.
    if (world.tokens[key]) return open(world)
    const after = { ...world, tokens: { ...world.tokens, [key]: { identifier, token } } }
    return rowOrNothing(after, rowOf.token(names, identifier, token))
  },
  useVerificationToken(world, { identifier, token }, names) {
    const key = keyOf(identifier, token)
    if (!world.tokens[key]) return nothing(world)
    return row({ ...world, tokens: without(world.tokens, key) }, rowOf.token(names, identifier, token))
  },
}

/** Passkeys and their counters. */
export const passkeys: Pick<
  Rules,
  "createAuthenticator" | "getAuthenticator" | "listAuthenticatorsByUserId" | "updateAuthenticatorCounter"
> = {
  createAuthenticator(world, { credential, user, counter }, names) {
    if (!world.users[user]) return undefined
    if (world.passkeys[credential]) return error(world)
    const after = { ...world, passkeys: { ...world.passkeys, [credential]: { credential, user, counter } } }
    return row(after, rowOf.passkey(names, credential, user, counter))
  },
  getAuthenticator(world, { credential }, names) {
    const stored = world.passkeys[credential]
    return stored ? row(world, rowOf.passkey(names, credential, stored.user, stored.counter)) : nothing(world)
  },
  listAuthenticatorsByUserId(world, { user }, names) {
    const own = Object.values(world.passkeys).filter((passkey) => passkey.user === user)
    const rows = own.map(({ credential, counter }) => rowOf.passkey(names, credential, user, counter))
    return { world, answer: { is: "rows", rows } }
  },
  updateAuthenticatorCounter(world, { credential, counter }, names) {
    const stored = world.passkeys[credential]
    if (!stored) return error(world)
    // What becomes of a lower counter is asked elsewhere: the contract does not say.
    if (counter < stored.counter) return undefined
    const after = { ...world, passkeys: { ...world.passkeys, [credential]: { ...stored, counter } } }
    return row(after, rowOf.passkey(names, credential, stored.user, counter))
  },
}
