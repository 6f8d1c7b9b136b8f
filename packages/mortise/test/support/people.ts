import type { Adapter } from "../../src/index.ts"
import { canary, canaryText } from "./failure.ts"

// Several processes make users concurrently.
const start = crypto.randomUUID().slice(0, 8)
let nth = 0
const count = (): string => `${start}-${++nth}`

export const inAnHour = (): Date => new Date(Date.now() + 3_600_000)

/** Unique rows, with the canary in every value. */
export const someone = () => ({ email: `${canary}-${count()}@example.com`, name: canaryText("name") })
export const someToken = () => ({
  identifier: `${canary}-${count()}`,
  token: canaryText(`token ${count()}`),
  expires: inAnHour(),
})
export const someSession = (userId: string) => ({
  sessionToken: canaryText(`session ${count()}`),
  userId,
  expires: inAnHour(),
})
export const someAccount = (userId: string) => ({
  userId,
  type: "oauth" as const,
  provider: `${canary} provider`,
  providerAccountId: canaryText(`account ${count()}`),
})
export const somePasskey = (userId: string) => ({
  userId,
  credentialID: canaryText(`passkey ${count()}`),
  providerAccountId: canaryText("account"),
  credentialPublicKey: canaryText("key"),
  counter: 0,
  credentialDeviceType: "multiDevice",
  credentialBackedUp: true,
})

/** Stores a user with a session. */
export async function signIn(adapter: Adapter) {
  const user = await adapter.createUser(someone())
  const session = await adapter.createSession(someSession(user.id))
  return { user, session }
}
