import type { Adapter } from "../../../src/index.ts"

/** The expiry of the stored sessions. */
export const later = new Date("2096-05-06T07:08:09.123Z")

/** Stores one row of every model but slots, all of the same user. */
export async function signUp(adapter: Adapter, name = "ada"): Promise<{ id: string }> {
  const { id } = await adapter.createUser({ email: `${name}@example.com`, name, emailVerified: later })
  await adapter.linkAccount({ userId: id, type: "oauth", provider: "github", providerAccountId: name })
  await adapter.createSession({ sessionToken: `session of ${name}`, userId: id, expires: later })
  await adapter.createVerificationToken({ identifier: `${name}@example.com`, token: name, expires: later })
  await adapter.createAuthenticator({
    credentialID: `passkey of ${name}`,
    userId: id,
    providerAccountId: `passkey of ${name}`,
    credentialPublicKey: "key",
    counter: 7,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: true,
  })
  return { id }
}

/** Reads everything that was stored of a user. */
export const everythingOf = async (adapter: Adapter, name = "ada"): Promise<unknown[]> => [
  await adapter.getUserByEmail(`${name}@example.com`),
  await adapter.getAccount(name, "github"),
  await adapter.getSessionAndUser(`session of ${name}`),
  await adapter.getAuthenticator(`passkey of ${name}`),
]
