import {
  answerError,
  answerNothing,
  answerRow,
  answerRowOrNothing,
  answerUnspecified,
  type Rules,
  toKey,
  without,
} from "./model-state.ts"
import { rowOf } from "./program-step.ts"
import { userRow } from "./user-rules.ts"

/** The rules of sessions: an update never creates one. */
export const sessions: Pick<
  Rules,
  "createSession" | "updateSession" | "getSessionAndUser" | "deleteSession"
> = {
  createSession(state, { token, user, expires }, names) {
    if (!state.users[user]) return undefined
    if (state.sessions[token]) return answerError(state)
    const after = { ...state, sessions: { ...state.sessions, [token]: { token, user, expires } } }
    return answerRow(after, rowOf.session(names, token, user, expires))
  },
  updateSession(state, { token, expires }, names) {
    const stored = state.sessions[token]
    if (!stored) return answerUnspecified(state)
    const after = { ...state, sessions: { ...state.sessions, [token]: { ...stored, expires } } }
    return answerRowOrNothing(after, rowOf.session(names, token, stored.user, expires))
  },
  getSessionAndUser(state, { token }, names) {
    const stored = state.sessions[token]
    if (!stored) return answerNothing(state)
    const session = rowOf.session(names, token, stored.user, stored.expires)
    return answerRow(state, { session, user: userRow(state, names, stored.user) })
  },
  deleteSession(state, { token }, names) {
    const stored = state.sessions[token]
    if (!stored) return answerUnspecified(state)
    const after = { ...state, sessions: without(state.sessions, token) }
    return answerRowOrNothing(after, rowOf.session(names, token, stored.user, stored.expires))
  },
}

/** The rules of verification tokens: each can be used once. */
export const tokens: Pick<Rules, "createVerificationToken" | "useVerificationToken"> = {
  createVerificationToken(state, { identifier, token }, names) {
    const key = toKey(identifier, token)
    // Storing the same token twice leaves one row, whether the second call is refused or not.
    if (state.tokens[key]) return answerUnspecified(state)
    const after = { ...state, tokens: { ...state.tokens, [key]: { identifier, token } } }
    return answerRowOrNothing(after, rowOf.token(names, identifier, token))
  },
  useVerificationToken(state, { identifier, token }, names) {
    const key = toKey(identifier, token)
    if (!state.tokens[key]) return answerNothing(state)
    return answerRow({ ...state, tokens: without(state.tokens, key) }, rowOf.token(names, identifier, token))
  },
}

/** The rules of passkeys and their counters. */
export const passkeys: Pick<
  Rules,
  "createAuthenticator" | "getAuthenticator" | "listAuthenticatorsByUserId" | "updateAuthenticatorCounter"
> = {
  createAuthenticator(state, { credential, user, counter }, names) {
    if (!state.users[user]) return undefined
    if (state.passkeys[credential]) return answerError(state)
    const after = { ...state, passkeys: { ...state.passkeys, [credential]: { credential, user, counter } } }
    return answerRow(after, rowOf.passkey(names, credential, user, counter))
  },
  getAuthenticator(state, { credential }, names) {
    const stored = state.passkeys[credential]
    return stored
      ? answerRow(state, rowOf.passkey(names, credential, stored.user, stored.counter))
      : answerNothing(state)
  },
  listAuthenticatorsByUserId(state, { user }, names) {
    const userPasskeys = Object.values(state.passkeys).filter((passkey) => passkey.user === user)
    const rows = userPasskeys.map(({ credential, counter }) =>
      rowOf.passkey(names, credential, user, counter),
    )
    return { state, answer: { is: "rows", rows } }
  },
  updateAuthenticatorCounter(state, { credential, counter }, names) {
    const stored = state.passkeys[credential]
    if (!stored) return answerError(state)
    // The contract does not define the result of a lower counter. Other cases check it.
    if (counter < stored.counter) return undefined
    const after = { ...state, passkeys: { ...state.passkeys, [credential]: { ...stored, counter } } }
    return answerRow(after, rowOf.passkey(names, credential, stored.user, counter))
  },
}
