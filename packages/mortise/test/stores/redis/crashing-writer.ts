/** Writes without pause until its process is killed. */

import { seededRandom } from "../../../../workshop/src/tests/seed.ts"
import { type Adapter, extras, slots } from "../../../src/index.ts"
import { places } from "./places.ts"

const [, , place, library, prefix = "", ...ports] = process.argv
const { libraries = [] } = places.find(({ name }) => name === place) ?? {}
const client = await libraries.find(({ name }) => name === library)?.connect(ports.map(Number))
if (!client) throw new Error(`places.ts does not name the client library ${library} for ${place}`)

const expires = new Date(Date.now() + 3_600_000)
const random = seededRandom("kept users")
const unique = () => `canary-${crypto.randomUUID()}`
const accountOf = (userId: string) => ({
  userId,
  type: "oauth" as const,
  provider: "canary",
  providerAccountId: unique(),
  access_token: unique(),
  refresh_token: unique(),
})

/** The life of a user, from sign-up to removal. */
async function live(adapter: Adapter): Promise<void> {
  const user = await adapter.createUser({ email: `${unique()}@example.com` })
  const account = accountOf(user.id)
  await adapter.linkAccount(account)
  await adapter.createAuthenticator({
    userId: user.id,
    credentialID: unique(),
    providerAccountId: unique(),
    credentialPublicKey: unique(),
    counter: 0,
    credentialDeviceType: "multiDevice",
    credentialBackedUp: true,
  })
  const session = await adapter.createSession({ userId: user.id, sessionToken: unique(), expires })
  await adapter.updateUser({ id: user.id, email: `${unique()}@example.com` })
  await adapter.createVerificationToken({ identifier: user.email, token: unique(), expires })
  await slots(adapter)?.increment(unique(), expires)
  await adapter.unlinkAccount(account)
  await adapter.deleteSession(session.sessionToken)
  const { userId: _, ...linked } = accountOf("")
  const signedUp = await extras(adapter)?.signUp?.({
    user: { email: `${unique()}@example.com` },
    account: linked,
    session: { sessionToken: unique(), expires },
  } as never)
  // Every second user stays.
  if (random() < 0.5) await adapter.deleteUser(user.id)
  if (signedUp && random() < 0.5) await adapter.deleteUser(signedUp.user.id)
}

const adapter = client.adapter({ prefix, onWarning: () => {} })
const work = async () => {
  for (;;) await live(adapter)
}
const working = Promise.all([work(), work(), work(), work()])
process.send?.("started")
await working
