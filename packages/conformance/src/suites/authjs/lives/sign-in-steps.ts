import { oneIn, pick, story, toKey } from "./life.ts"
import { ownResult } from "./own-results.ts"
import type { Step } from "./user-steps.ts"
import { someExpiry, someText } from "./values.ts"

/** Signs in, extends the session, signs out, or tries to sign in with a token that exists. */
export const changeSession: Step = async (life) => {
  const { t, user, keys, sessions } = life
  if (!user) return
  const sessionToken = pick(life, keys.sessionTokens)
  const session = sessions.get(sessionToken)
  const expires = someExpiry(life)
  if (!session) {
    life.log.push(`createSession(${sessionToken})`)
    const created = { sessionToken, userId: user.id, expires }
    ownResult(life, await t.adapter.createSession(structuredClone(created)), created, "createSession")
    sessions.set(sessionToken, created)
  } else if (oneIn(life, 6)) {
    life.log.push(`createSession(${sessionToken}, taken)`)
    const again = { ...session, expires }
    await t.throws(() => t.adapter.createSession(again), `${story(life)}: createSession`, "conflict")
  } else if (oneIn(life, 3)) {
    life.log.push(`deleteSession(${sessionToken})`)
    await t.adapter.deleteSession(sessionToken)
    sessions.delete(sessionToken)
  } else {
    life.log.push(`updateSession(${sessionToken})`)
    session.expires = expires
    const updated = await t.adapter.updateSession({ sessionToken, expires: new Date(expires) })
    t.rowOrNothing(updated, session, `${story(life)}: updateSession`)
  }
}

/** Registers a passkey, uses it, or tries to register it again. */
export const changePasskey: Step = async (life) => {
  const { t, user, keys, passkeys } = life
  if (!user) return
  const credentialID = pick(life, keys.credentialIDs)
  const passkey = passkeys.get(credentialID)
  if (!passkey) {
    life.log.push(`createAuthenticator(${credentialID})`)
    const fields = { credentialID, counter: pick(life, [0, 1, 9]), credentialBackedUp: oneIn(life, 2) }
    const created = t.authenticator(user.id, { ...fields, credentialPublicKey: someText(life) })
    ownResult(life, await t.adapter.createAuthenticator({ ...created }), created, "createAuthenticator")
    passkeys.set(credentialID, created)
  } else if (oneIn(life, 4)) {
    life.log.push(`createAuthenticator(${credentialID}, taken)`)
    const again = { ...passkey, credentialPublicKey: "b3RoZXI=" }
    await t.throws(
      () => t.adapter.createAuthenticator(again),
      `${story(life)}: createAuthenticator`,
      "conflict",
    )
  } else {
    passkey.counter += pick(life, [0, 1, 90])
    const { counter } = passkey
    life.log.push(`updateAuthenticatorCounter(${credentialID}, ${counter})`)
    const updated = await t.adapter.updateAuthenticatorCounter(credentialID, counter)
    ownResult(life, updated, passkey, "updateAuthenticatorCounter")
  }
}

/** Sends a token to the address of the user, uses it, or tries a wrong one. */
export const changeToken: Step = async (life) => {
  const { t, user, keys, tokens } = life
  if (!user) return
  const identifier = user.email
  // Some tables have a unique index on the token alone.
  const token = `${pick(life, keys.tokens)}-${identifier}`
  const key = toKey(identifier, token)
  const stored = tokens.get(key)
  if (!stored && oneIn(life, 2)) {
    life.log.push(`createVerificationToken(${token})`)
    const created = { identifier, token, expires: someExpiry(life) }
    await t.adapter.createVerificationToken(structuredClone(created))
    tokens.set(key, created)
    return
  }
  life.log.push(`useVerificationToken(${token})`)
  const used = await t.adapter.useVerificationToken({ identifier, token })
  if (stored === undefined) t.isNull(used, `${story(life)}: useVerificationToken`)
  else if (stored !== "unspecified") ownResult(life, used, stored, "useVerificationToken")
  tokens.delete(key)
}
