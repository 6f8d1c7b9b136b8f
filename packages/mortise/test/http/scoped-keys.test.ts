import { describe, expect, test } from "vitest"
import { everyPermission } from "../../../workshop/src/http/every-permission.ts"
import type { CallName } from "../../src/http/protocol/call.ts"
import { getCalls } from "../../src/http/protocol/calls.ts"
import { revealedModels } from "../../src/http/protocol/masked-answers.ts"
import { fieldPermissions, getFieldPermission } from "../../src/http/protocol/permissions.ts"
import { createServiceKey, type Permission, serve } from "../../src/http/server.ts"
import { defineSchema, slots, text } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"

const own = text({ optional: true, secret: true })
const schema = defineSchema({
  user: { fields: { seed: own } },
  account: { fields: { proof: own } },
  session: { fields: { csrf: own } },
  verificationToken: { fields: { hint: own } },
  authenticator: { fields: { note: own } },
  unknown: "keep",
})

const expires = new Date("2098-01-01T00:00:00.000Z")
const later = "2099-01-01T00:00:00.000Z"

/** Every secret of the stored rows, by the permission to read it. `oauth_token_secret` is not declared. */
const canaries = {
  session_tokens: ["canary-session-token", "canary-session-csrf"],
  provider_tokens: [...["canary-access", "canary-refresh", "canary-id", "canary-proof", "canary-undeclared"]],
  secrets: ["canary-seed", "canary-mailed", "canary-hint", "canary-note", "canary-slot"],
}

const account = { provider: "acme", providerAccountId: "1815" }
const slotKey = "auth/known"

/** A store in which every secret field holds a canary. */
async function openStore() {
  const store = memoryAdapter({ schema })
  await store.createUser({ id: "ada", email: "ada@example.com", seed: "canary-seed" })
  await store.linkAccount({
    ...{ ...account, userId: "ada", type: "oidc", proof: "canary-proof", scope: "openid" },
    ...{ access_token: "canary-access", refresh_token: "canary-refresh", id_token: "canary-id" },
    ...({ oauth_token_secret: "canary-undeclared" } as object),
  })
  const session = { sessionToken: "canary-session-token", csrf: "canary-session-csrf" }
  await store.createSession({ ...session, userId: "ada", expires })
  const token = { identifier: "ada@example.com", token: "canary-mailed", hint: "canary-hint" }
  await store.createVerificationToken({ ...token, expires })
  await store.createAuthenticator({
    ...{ credentialID: "credential", userId: "ada", providerAccountId: "1815", credentialPublicKey: "key" },
    ...{ counter: 1, credentialDeviceType: "singleDevice", credentialBackedUp: false, note: "canary-note" },
  })
  await slots(store)?.set({ key: slotKey, value: { secret: "canary-slot" }, expires })
  return store
}

/** What a caller can send that knows every key but no secret. */
const known: { readonly [C in CallName]: readonly unknown[] } = {
  createUser: [{ id: "eve", email: "eve@example.com" }],
  getUser: ["ada"],
  getUserByEmail: ["ada@example.com"],
  getUserByAccount: [account],
  updateUser: [{ id: "ada", name: "Ada" }],
  deleteUser: ["ada"],
  linkAccount: [{ userId: "ada", type: "oidc", provider: "acme", providerAccountId: "2" }],
  unlinkAccount: [account],
  getAccount: ["1815", "acme"],
  createSession: [{ sessionToken: "made", userId: "ada", expires: later }],
  getSessionAndUser: ["given"],
  getSessionsAndUsers: [["given", "guess"]],
  updateSession: [{ sessionToken: "given", expires: later }],
  deleteSession: ["given"],
  createVerificationToken: [{ identifier: "ada@example.com", token: "made", expires: later }],
  useVerificationToken: [{ identifier: "ada@example.com", token: "guess" }],
  createAuthenticator: [
    {
      ...{ credentialID: "other", userId: "ada", providerAccountId: "2", credentialPublicKey: "key" },
      ...{ counter: 0, credentialDeviceType: "singleDevice", credentialBackedUp: false },
    },
  ],
  getAuthenticator: ["credential"],
  listAuthenticatorsByUserId: ["ada"],
  updateAuthenticatorCounter: ["credential", 2],
  "extras.signUp": [{ user: { id: "eve", email: "eve@example.com" } }],
  "extras.listSessions": ["ada"],
  "extras.listAccounts": ["ada"],
  "extras.updateAccount": [{ ...account, scope: "email", type: "webauthn" }],
  "extras.extendSession": [{ sessionToken: "given", from: expires.toISOString(), to: later }],
  "extras.verifyEmail": ["ada", "ada@example.com", later],
  "extras.dropTokens": ["ada@example.com"],
  "extras.removeAuthenticator": ["credential"],
  "upkeep.page.user": [{ limit: 1 }],
  "upkeep.page.account": [{ limit: 1 }],
  "upkeep.page.session": [{ limit: 1 }],
  "upkeep.page.verificationToken": [{ limit: 1 }],
  "upkeep.page.authenticator": [{ limit: 1 }],
  "upkeep.page.slot": [{ limit: 1 }],
  "upkeep.count": ["session"],
  "upkeep.sweep": [{}],
  "slots.claim": [{ key: slotKey, value: 1, expires: later }],
  "slots.set": [{ key: "other", value: 1, expires: later }],
  "slots.read": [slotKey],
  "slots.write": [{ key: "other", value: 1 }],
  "slots.increment": [slotKey, later],
  "slots.take": [slotKey],
}

const callNames = [...getCalls(schema, () => {}).keys()] as CallName[]
const allCalls: readonly Permission[] = ["operations", "extras", "upkeep", "slots"]

async function ask(name: CallName, permissions: readonly Permission[]) {
  const store = await openStore()
  // A session whose token the caller has.
  await store.createSession({ sessionToken: "given", userId: "ada", expires })
  const { key, record } = await createServiceKey({ id: "web", permissions })
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "idempotency-key": crypto.randomUUID(),
  }
  const body = JSON.stringify({ args: known[name] })
  const server = serve(store, { keys: [record] })
  const send = () => server(new Request(`https://data.example/v1/${name}`, { method: "POST", headers, body }))
  const [first, again] = [await (await send()).text(), await send()]
  // A write that is sent again gets the answer of its receipt.
  return { status: again.status, body: `${first}\n${await again.text()}` }
}

const seen = (body: string, permission: keyof typeof canaries) =>
  canaries[permission].filter((canary) => body.includes(canary))

// Reading the value of a slot whose key the caller has is what these calls are for.
const readsSlots: readonly CallName[] = ["slots.read", "slots.take"]
const namesOf = (fits: (name: CallName) => boolean) => callNames.filter(fits)

describe("SEC-L6 secrets need permissions of their own", () => {
  test.each(namesOf((name) => !readsSlots.includes(name)))(
    "no secret is in an answer of %s",
    async (name) => {
      const { body } = await ask(name, allCalls)
      expect(fieldPermissions.flatMap((permission) => seen(body, permission))).toEqual([])
    },
  )

  test.each(namesOf((name) => revealedModels[name] !== null))("%s needs one of them", async (name) => {
    const needed = getFieldPermission(revealedModels[name] ?? "user")
    const others = fieldPermissions.filter((permission) => permission !== needed)
    expect(seen((await ask(name, [...allCalls, ...others])).body, needed)).toEqual([])
    const { status, body } = await ask(name, [...allCalls, needed])
    expect(status).toBe(200)
    expect(seen(body, needed)).not.toEqual([])
  })

  test.each(namesOf((name) => revealedModels[name] === null))("%s needs none of them", async (name) => {
    const { body } = await ask(name, everyPermission)
    const found = fieldPermissions.flatMap((permission) => seen(body, permission))
    expect(found).toEqual(readsSlots.includes(name) ? ["canary-slot"] : [])
  })
})
