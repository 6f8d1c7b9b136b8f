import { extras, type MortiseAdapter, slots } from "../../../src/index.ts"

/** The rows that `fillTenant` stores, by model. */
export const rowsOf = (users: number) => ({
  user: users,
  account: users,
  session: users,
  verificationToken: users,
  authenticator: users,
  slot: users,
})

const expires = new Date("2100-01-01T00:00:00.000Z")

/** Stores users with a row of each other model. The keys are the same in every tenant. */
export async function fillTenant(adapter: MortiseAdapter, users: number): Promise<void> {
  for (let index = 0; index < users; index++) {
    const email = `ada-${index}@example.com`
    const providerAccountId = `github-${index}`
    const { user } = await extras(adapter).signUp({
      user: { id: `user-${index}`, email },
      account: { type: "oauth", provider: "github", providerAccountId },
      session: { sessionToken: `session-${index}`, expires },
    })
    await adapter.createVerificationToken({ identifier: email, token: "code", expires })
    await adapter.createAuthenticator({
      credentialID: `credential-${index}`,
      userId: user.id,
      providerAccountId,
      credentialPublicKey: "key",
      counter: 0,
      credentialDeviceType: "singleDevice",
      credentialBackedUp: false,
    })
    await slots(adapter).set({ key: `slot-${index}`, value: index })
  }
}

/** Finds the rows of a user that `fillTenant` stored, in every way that a sign-in does. */
export const findRows = async (adapter: MortiseAdapter, index = 0): Promise<unknown[]> => {
  const found = await Promise.all([
    adapter.getUser(`user-${index}`),
    adapter.getUserByEmail(`ada-${index}@example.com`),
    adapter.getUserByAccount({ provider: "github", providerAccountId: `github-${index}` }),
    adapter.getAccount(`github-${index}`, "github"),
    adapter.getSessionAndUser(`session-${index}`),
    adapter.getAuthenticator(`credential-${index}`),
    slots(adapter).read(`slot-${index}`),
  ])
  return found.filter((row) => row !== null)
}
