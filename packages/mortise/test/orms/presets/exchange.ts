import type { Adapter as AuthAdapter } from "@auth/core/adapters"
import { expect } from "vitest"
import { type Adapter, type Guarantee, manifest } from "../../../src/index.ts"

type People = ReturnType<typeof somePeople>

let count = 0

/** Rows with a value in every field that the tables have. */
function somePeople(missingGuarantees: readonly Guarantee[]) {
  const nth = ++count
  const ms = missingGuarantees.includes("milliseconds") ? 0 : 123
  const at = (day: number) => new Date(Date.UTC(2036, 6, day, 3, 4, 5, ms))
  return {
    user: {
      name: `Ada ${nth}`,
      email: `ada-${nth}@example.com`,
      emailVerified: new Date(Date.UTC(2026, 2, 8, 2, 30, 5, ms)),
      image: `https://example.com/${nth}.png`,
    },
    account: {
      type: "oidc" as const,
      provider: "example",
      providerAccountId: `account-${nth}`,
      access_token: `access-${nth}`,
      refresh_token: `refresh-${nth}`,
      id_token: `id-${nth}`,
      expires_at: 1_900_000_000 + nth,
      scope: "openid profile",
      token_type: "bearer" as const,
      session_state: `state-${nth}`,
    },
    session: { sessionToken: `session-${nth}`, expires: at(8) },
    token: { identifier: `ada-${nth}@example.com`, token: `token-${nth}`, expires: at(9) },
    passkey: {
      credentialID: `passkey-${nth}`,
      providerAccountId: `passkey-account-${nth}`,
      credentialPublicKey: `key-${nth}`,
      counter: nth,
      credentialDeviceType: "multiDevice",
      credentialBackedUp: true,
      transports: "internal,hybrid",
    },
  }
}

/** Whether both adapters can store passkeys. */
const hasPasskeys = (theirs: AuthAdapter, missingGuarantees: readonly Guarantee[]) =>
  theirs.createAuthenticator !== undefined && !missingGuarantees.includes("passkeys")

async function write(to: AuthAdapter, people: People, withPasskeys: boolean): Promise<string> {
  const user = await to.createUser?.(people.user as never)
  const userId = String(user?.id)
  await to.linkAccount?.({ ...people.account, userId } as never)
  await to.createSession?.({ ...people.session, userId })
  await to.createVerificationToken?.(people.token)
  if (withPasskeys) await to.createAuthenticator?.({ ...people.passkey, userId })
  return userId
}

// Some official adapters return numbers for ids, as their own columns do.
const asText = (row: object | null | undefined) =>
  row &&
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, /^(id|userId)$/.test(name) ? String(value) : value]),
  )

async function read(from: AuthAdapter, people: People, userId: string, withPasskeys: boolean): Promise<void> {
  const user = { ...people.user, id: userId }
  const { provider, providerAccountId } = people.account
  expect(asText(await from.getUser?.(userId))).toMatchObject(user)
  expect(asText(await from.getUserByEmail?.(user.email))).toMatchObject(user)
  expect(asText(await from.getUserByAccount?.({ provider, providerAccountId }))).toMatchObject(user)
  const account = await from.getAccount?.(providerAccountId, provider)
  if (account) expect(asText(account)).toMatchObject({ ...people.account, userId })
  const found = await from.getSessionAndUser?.(people.session.sessionToken)
  expect(asText(found?.session)).toMatchObject({ ...people.session, userId })
  expect(asText(found?.user)).toMatchObject(user)
  if (withPasskeys)
    expect(asText(await from.getAuthenticator?.(people.passkey.credentialID))).toMatchObject({
      ...people.passkey,
      userId,
    })
  const { identifier, token } = people.token
  expect(await from.useVerificationToken?.({ identifier, token })).toMatchObject(people.token)
}

/** The dates that only Prisma fills are those of now, and an update moves `updatedAt`. */
function checkTimestamps(user: object = {}): void {
  const { createdAt, updatedAt } = user as { createdAt?: Date; updatedAt?: Date }
  if (!createdAt || !updatedAt) return
  expect(Math.abs(Date.now() - updatedAt.getTime())).toBeLessThan(60_000)
  expect(updatedAt.getTime()).toBeGreaterThan(createdAt.getTime())
}

/**
 * Each adapter reads every field that the other one wrote, also after a change; then ours deletes the users. With
 * `hasExtraFields`, ours also returns columns that the contract does not know.
 */
export async function exchange(theirs: AuthAdapter, ours: Adapter, hasExtraFields = false): Promise<void> {
  const missingGuarantees = manifest(ours)?.missingGuarantees ?? []
  const withPasskeys = hasPasskeys(theirs, missingGuarantees)
  const asAuth = ours as unknown as AuthAdapter

  const mine = somePeople(missingGuarantees)
  const myId = await write(asAuth, mine, withPasskeys)
  await read(theirs, mine, myId, withPasskeys)
  const changed = { ...mine.session, expires: new Date(mine.session.expires.getTime() + 86_400_000) }
  await ours.updateSession(changed)
  await ours.updateUser({ id: myId, name: "Grace" })
  const found = await theirs.getSessionAndUser?.(changed.sessionToken)
  expect(found?.session.expires).toEqual(changed.expires)
  expect(found?.user).toMatchObject({ name: "Grace" })
  checkTimestamps(found?.user)

  const person = somePeople(missingGuarantees)
  const personId = await write(theirs, person, withPasskeys)
  const account = { ...person.account, userId: personId }
  const { provider, providerAccountId } = account
  const stored = await ours.getAccount(providerAccountId, provider)
  if (hasExtraFields) expect(stored).toMatchObject(account)
  else expect(stored).toEqual(account)
  await read(asAuth, person, personId, withPasskeys)
  await theirs.updateSession?.({ sessionToken: person.session.sessionToken, expires: changed.expires })
  expect((await ours.getSessionAndUser(person.session.sessionToken))?.session.expires).toEqual(
    changed.expires,
  )

  for (const [id, { session }] of [
    [myId, mine],
    [personId, person],
  ] as const) {
    expect(await ours.deleteUser(id)).toMatchObject({ id })
    expect(await theirs.getUser?.(id)).toBeNull()
    expect(await theirs.getSessionAndUser?.(session.sessionToken)).toBeNull()
  }
}
