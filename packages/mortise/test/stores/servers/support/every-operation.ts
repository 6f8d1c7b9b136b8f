import { type Adapter, extras, slots, upkeep } from "../../../../src/index.ts"
import {
  inAnHour,
  someAccount,
  someone,
  somePasskey,
  someSession,
  someToken,
} from "../../../support/people.ts"

type Call = readonly [name: string, call: () => Promise<unknown>]

/** All nineteen operations, once each, on separate rows. The rows that they need are stored in advance. */
export async function everyOperation(adapter: Adapter): Promise<Call[]> {
  const [user, other, leaving] = [
    await adapter.createUser(someone()),
    await adapter.createUser(someone()),
    await adapter.createUser(someone()),
  ]
  const session = await adapter.createSession(someSession(user.id))
  const ended = await adapter.createSession(someSession(user.id))
  const account = await adapter.linkAccount(someAccount(user.id))
  const unlinked = await adapter.linkAccount(someAccount(user.id))
  const passkey = await adapter.createAuthenticator(somePasskey(user.id))
  const token = await adapter.createVerificationToken(someToken())
  return [
    ["createUser", () => adapter.createUser(someone())],
    ["getUser", () => adapter.getUser(user.id)],
    ["getUserByEmail", () => adapter.getUserByEmail(user.email)],
    ["getUserByAccount", () => adapter.getUserByAccount(account)],
    ["updateUser", () => adapter.updateUser({ id: other.id, name: "Ada" })],
    ["deleteUser", () => adapter.deleteUser(leaving.id)],
    ["linkAccount", () => adapter.linkAccount(someAccount(user.id))],
    ["unlinkAccount", () => adapter.unlinkAccount(unlinked)],
    ["getAccount", () => adapter.getAccount(account.providerAccountId, account.provider)],
    ["createSession", () => adapter.createSession(someSession(user.id))],
    ["getSessionAndUser", () => adapter.getSessionAndUser(session.sessionToken)],
    ["updateSession", () => adapter.updateSession({ ...session, expires: inAnHour() })],
    ["deleteSession", () => adapter.deleteSession(ended.sessionToken)],
    ["createVerificationToken", () => adapter.createVerificationToken(someToken())],
    ["useVerificationToken", () => adapter.useVerificationToken(token)],
    ["createAuthenticator", () => adapter.createAuthenticator(somePasskey(user.id))],
    ["getAuthenticator", () => adapter.getAuthenticator(passkey.credentialID)],
    ["listAuthenticatorsByUserId", () => adapter.listAuthenticatorsByUserId(user.id)],
    ["updateAuthenticatorCounter", () => adapter.updateAuthenticatorCounter(passkey.credentialID, 1)],
  ]
}

/** Extras, upkeep and slots, and calls whose answer a guard decides. */
export async function everythingElse(adapter: Adapter): Promise<Call[]> {
  const user = await adapter.createUser(someone())
  const session = await adapter.createSession(someSession(user.id))
  const passkey = await adapter.createAuthenticator({ ...somePasskey(user.id), counter: 5 })
  const stale = { ...someSession(user.id), expires: new Date(1000) }
  await adapter.createSession(stale)
  const { signUp, extendSession, verifyEmail, dropTokens, removeAuthenticator, listSessions } =
    extras(adapter) ?? {}
  const [from, to] = [session.expires, inAnHour()]
  const slot = { key: `slot ${user.id}`, expires: inAnHour() }
  return [
    ["signUp", async () => signUp?.({ user: someone(), session: someSession("") })],
    ["extendSession", async () => extendSession?.({ ...session, from, to })],
    ["extendSession refused", async () => extendSession?.({ ...session, from: inAnHour(), to })],
    ["verifyEmail", async () => verifyEmail?.(user.id, user.email, new Date())],
    ["dropTokens", async () => dropTokens?.(someToken().identifier)],
    ["removeAuthenticator", async () => removeAuthenticator?.(somePasskey("").credentialID)],
    ["listSessions", async () => listSessions?.(user.id)],
    ["an expired session", () => adapter.getSessionAndUser(stale.sessionToken)],
    [
      "a counter that would go down",
      () => adapter.updateAuthenticatorCounter(passkey.credentialID, 1).catch(() => "refused"),
    ],
    ["page", async () => upkeep(adapter)?.page("user")],
    ["count", async () => upkeep(adapter)?.count("session")],
    ["sweep", async () => upkeep(adapter)?.sweep()],
    ["claim", async () => slots(adapter)?.claim(slot)],
    ["set a slot", async () => slots(adapter)?.set(slot)],
    ["increment a slot", async () => slots(adapter)?.increment(slot.key, inAnHour())],
    ["take a slot", async () => slots(adapter)?.take(slot.key)],
  ]
}
