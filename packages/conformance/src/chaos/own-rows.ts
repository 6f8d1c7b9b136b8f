import {
  accountOf,
  type Caller,
  counterOf,
  emailOf,
  expiresOf,
  expiry,
  identifierOf,
  imageOf,
  type KnownUser,
  passkeyOf,
  provider,
  signUp,
  succeeded,
} from "./caller.ts"

/**
 * A user from sign-up to deletion, with all nineteen operations. Only this caller uses these rows, so every answer is
 * known in advance. `nth` decides what is deleted at the end, so that rows of every kind are left in each state.
 */
export async function liveOnce(caller: Caller, nth: number): Promise<void> {
  const name = `${caller.name}-${nth}`
  const user = await signUp(caller, `${name}@example.com`, "first")
  if (user) {
    await changeProfile(caller, user)
    await linkAccount(caller, user, name, nth % 3 === 0)
    await signIn(caller, user, name, nth % 2 === 0)
    await registerPasskey(caller, user, name)
  }
  await useToken(caller, name)
  if (user && nth % 3 === 1)
    await caller.perform(caller.near, { operation: "deleteUser", key: user.email }, [user.id])
}

async function changeProfile({ near, far, perform }: Caller, { id, email: key }: KnownUser): Promise<void> {
  await perform(far, { operation: "getUser", key }, [id], imageOf)
  await perform(near, { operation: "updateUser", key, set: "second" }, [{ id, image: "second" }], imageOf)
  await perform(far, { operation: "getUserByEmail", key }, [key], imageOf)
}

async function linkAccount(
  { near, far, perform }: Caller,
  { id, email: owner }: KnownUser,
  key: string,
  isUnlinked: boolean,
): Promise<void> {
  const link = { operation: "linkAccount", key, owner, set: owner } as const
  if (!succeeded(await perform(near, link, [accountOf(key, id)]))) return
  const account = { provider, providerAccountId: key }
  await perform(far, { operation: "getUserByAccount", key, owner }, [account], emailOf)
  await perform(near, { operation: "getAccount", key, owner }, [key, provider], () => owner)
  if (!isUnlinked) return
  await perform(far, { operation: "unlinkAccount", key, owner }, [account])
  await perform(near, { operation: "getUserByAccount", key, owner }, [account], emailOf)
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
  if (!succeeded(await perform(far, create, [session]))) return
  const look = () => perform(near, { operation: "getSessionAndUser", key, owner }, [key], expiresOf)
  await look()
  const extend = { operation: "updateSession", key, owner, set: Number(extended) } as const
  await perform(near, extend, [{ sessionToken: key, expires: extended }], expiresOf)
  if (isRevoked) await perform(far, { operation: "deleteSession", key, owner }, [key])
  await look()
}

async function registerPasskey(
  { near, far, perform }: Caller,
  { id, email: owner }: KnownUser,
  key: string,
): Promise<void> {
  const create = { operation: "createAuthenticator", key, owner, set: 0 } as const
  if (!succeeded(await perform(near, create, [passkeyOf(key, id)]))) return
  const raise = { operation: "updateAuthenticatorCounter", key, owner, set: 5 } as const
  await perform(far, raise, [key, 5], counterOf)
  await perform(near, { operation: "getAuthenticator", key, owner }, [key], counterOf)
  await perform(far, { operation: "listAuthenticatorsByUserId", key, owner }, [id], counterOf)
}

/** Two requests use one token at once. */
async function useToken({ near, far, perform }: Caller, key: string): Promise<void> {
  const token = { identifier: identifierOf(key), token: key }
  const create = { operation: "createVerificationToken", key, set: 1 } as const
  if (!succeeded(await perform(near, create, [{ ...token, expires: expiry(0) }]))) return
  const use = { operation: "useVerificationToken", key } as const
  await Promise.all([near, far].map((adapter) => perform(adapter, use, [token], () => 1)))
}
