import {
  buildAccount,
  buildPasskey,
  type Caller,
  expiry,
  hasSucceeded,
  type KnownUser,
  provider,
  readCounter,
  readEmail,
  readExpires,
  readImage,
  signUp,
  toIdentifier,
} from "./caller.ts"

/**
 * A user from sign-up to deletion, with all nineteen operations. Only this caller uses these rows, so every answer is
 * known in advance. `index` decides what is deleted at the end, so that rows of every kind are left in each state.
 */
export async function liveOnce(caller: Caller, index: number): Promise<void> {
  const name = `${caller.name}-${index}`
  const user = await signUp(caller, `${name}@example.com`, "first")
  if (user) {
    await changeProfile(caller, user)
    await linkAccount(caller, user, name, index % 3 === 0)
    await signIn(caller, user, name, index % 2 === 0)
    await registerPasskey(caller, user, name)
  }
  await useToken(caller, name)
  if (user && index % 3 === 1)
    await caller.perform(caller.near, { operation: "deleteUser", key: user.email }, [user.id])
}

async function changeProfile({ near, far, perform }: Caller, { id, email: key }: KnownUser): Promise<void> {
  await perform(far, { operation: "getUser", key }, [id], readImage)
  await perform(near, { operation: "updateUser", key, set: "second" }, [{ id, image: "second" }], readImage)
  await perform(far, { operation: "getUserByEmail", key }, [key], readImage)
}

async function linkAccount(
  { near, far, perform }: Caller,
  { id, email: owner }: KnownUser,
  key: string,
  isUnlinked: boolean,
): Promise<void> {
  const link = { operation: "linkAccount", key, owner, set: owner } as const
  if (!hasSucceeded(await perform(near, link, [buildAccount(key, id)]))) return
  const account = { provider, providerAccountId: key }
  await perform(far, { operation: "getUserByAccount", key, owner }, [account], readEmail)
  await perform(near, { operation: "getAccount", key, owner }, [key, provider], () => owner)
  if (!isUnlinked) return
  await perform(far, { operation: "unlinkAccount", key, owner }, [account])
  await perform(near, { operation: "getUserByAccount", key, owner }, [account], readEmail)
}

async function signIn(
  { near, far, perform }: Caller,
  { id, email: owner }: KnownUser,
  key: string,
  isRevoked: boolean,
): Promise<void> {
  const [first, extended] = [expiry(0), expiry(1)]
  const session = { sessionToken: key, userId: id, expires: first }
  const create = { operation: "createSession", key, owner, set: Number(first) } as const
  if (!hasSucceeded(await perform(far, create, [session]))) return
  const look = () => perform(near, { operation: "getSessionAndUser", key, owner }, [key], readExpires)
  await look()
  const extend = { operation: "updateSession", key, owner, set: Number(extended) } as const
  await perform(near, extend, [{ sessionToken: key, expires: extended }], readExpires)
  if (isRevoked) await perform(far, { operation: "deleteSession", key, owner }, [key])
  await look()
}

async function registerPasskey(
  { near, far, perform }: Caller,
  { id, email: owner }: KnownUser,
  key: string,
): Promise<void> {
  const create = { operation: "createAuthenticator", key, owner, set: 0 } as const
  if (!hasSucceeded(await perform(near, create, [buildPasskey(key, id)]))) return
  const raise = { operation: "updateAuthenticatorCounter", key, owner, set: 5 } as const
  await perform(far, raise, [key, 5], readCounter)
  await perform(near, { operation: "getAuthenticator", key, owner }, [key], readCounter)
  await perform(far, { operation: "listAuthenticatorsByUserId", key, owner }, [id], readCounter)
}

/** Two requests use one token at once. */
async function useToken({ near, far, perform }: Caller, key: string): Promise<void> {
  const token = { identifier: toIdentifier(key), token: key }
  const create = { operation: "createVerificationToken", key, set: 1 } as const
  if (!hasSucceeded(await perform(near, create, [{ ...token, expires: expiry(0) }]))) return
  const use = { operation: "useVerificationToken", key } as const
  await Promise.all([near, far].map((adapter) => perform(adapter, use, [token], () => 1)))
}
