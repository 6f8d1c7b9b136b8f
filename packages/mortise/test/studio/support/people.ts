import type { Adapter } from "../../../src/index.ts"

/** Texts that must never leave the server. */
export const secrets = [
  "session-canary",
  "access-canary",
  "refresh-canary",
  "id-canary",
  "state-canary",
  "token-canary",
  "key-canary",
]

const later = new Date("2098-01-01T00:00:00.000Z")

/** A user with one row of each kind, and secrets in all of them. */
export async function createPerson(adapter: Adapter, id: string, email: string, name = "Ada"): Promise<void> {
  const user = await adapter.createUser({ id, email, name })
  await adapter.linkAccount({
    userId: user.id,
    type: "oidc",
    provider: "github",
    providerAccountId: `github-${id}`,
    access_token: "access-canary",
    refresh_token: "refresh-canary",
    id_token: "id-canary",
    session_state: "state-canary",
    scope: "read:user",
    expires_at: Date.UTC(2097, 11, 31) / 1000,
  })
  for (const nth of [1, 2])
    await adapter.createSession({
      sessionToken: `session-canary-${id}-${nth}`,
      userId: user.id,
      expires: later,
    })
  await adapter.createVerificationToken({ identifier: email, token: "token-canary", expires: later })
  await adapter.createAuthenticator({
    credentialID: `credential-${id}`,
    userId: user.id,
    providerAccountId: `credential-${id}`,
    credentialPublicKey: "key-canary",
    counter: 3,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
  })
}
