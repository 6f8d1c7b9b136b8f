import type { Adapter, ExtraFields } from "../../src/index.ts"
import { at, minute, openMemory } from "./memory.ts"

export const accountOf = (userId: string) => ({
  userId,
  type: "oidc" as const,
  provider: "acme",
  providerAccountId: "1815",
})

export const sessionOf = (userId: string, sessionToken = "session-token") => ({
  sessionToken,
  userId,
  expires: at(30 * minute),
})

export const passkeyOf = (userId: string, credentialID = "Y3JlZGVudGlhbA==") => ({
  credentialID,
  userId,
  providerAccountId: credentialID,
  credentialPublicKey: "cHVibGljIGtleQ==",
  counter: 7,
  credentialDeviceType: "singleDevice",
  credentialBackedUp: false,
})

export const tokenFor = (identifier: string, token = "hashed-token") => ({
  identifier,
  token,
  expires: at(10 * minute),
})

export type AnyAdapter = Adapter<ExtraFields>

/** Creates the user Ada with one account, session, verification token and passkey. */
export async function addAda(adapter: AnyAdapter) {
  const user = await adapter.createUser({ id: "ada", email: "ada@example.com", name: "Ada" })
  return {
    user,
    account: await adapter.linkAccount(accountOf(user.id)),
    session: await adapter.createSession(sessionOf(user.id)),
    token: await adapter.createVerificationToken(tokenFor("ada@example.com")),
    passkey: await adapter.createAuthenticator(passkeyOf(user.id)),
  }
}

/** A memory adapter with the rows of `addAda`. */
export async function openWithAda() {
  const memory = openMemory()
  return { ...memory, ada: await addAda(memory.adapter) }
}
