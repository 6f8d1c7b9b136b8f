import {
  buildAccount,
  buildPasskey,
  type Caller,
  expiry,
  type KnownUser,
  provider,
  readCounter,
  readEmail,
  readExpires,
  readImage,
  signUp,
  toIdentifier,
} from "./caller.ts"
import type { ChaosRequest } from "./chaos-call.ts"

/** One call or two on a key that all callers of all processes use at the moment. */
type SharedStep = (caller: Caller, user: KnownUser, key: string) => Promise<unknown>

const isShared = true as const

const pick = <T>({ random }: Caller, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

const session: SharedStep = (caller, { id }, key) => {
  const { near, perform } = caller
  const expires = expiry(Math.floor(caller.random() * 10))
  const about = (operation: ChaosRequest["operation"], set?: number): ChaosRequest => ({
    operation,
    key,
    isShared,
    ...(set !== undefined && { set }),
  })
  const steps = [
    () =>
      perform(near, about("createSession", Number(expires)), [{ sessionToken: key, userId: id, expires }]),
    () =>
      perform(near, about("updateSession", Number(expires)), [{ sessionToken: key, expires }], readExpires),
    () => perform(near, about("getSessionAndUser"), [key], readExpires),
    () => perform(near, about("deleteSession"), [key], () => 1),
  ]
  return pick(caller, steps)()
}

const token: SharedStep = (caller, _, key) => {
  const { near, perform } = caller
  const about = { identifier: toIdentifier(key), token: key }
  if (caller.random() < 0.5) {
    const create = { operation: "createVerificationToken", key, isShared, set: 1 } as const
    return perform(near, create, [{ ...about, expires: expiry(0) }])
  }
  return perform(near, { operation: "useVerificationToken", key, isShared }, [about], () => 1)
}

const email: SharedStep = async (caller, _, key) => {
  const { near, far, perform, random } = caller
  const address = `${key}@example.com`
  if (random() < 0.4)
    return perform(far, { operation: "getUserByEmail", key: address, isShared }, [address], readImage)
  const holder = crypto.randomUUID()
  const user = await signUp(caller, address, holder, isShared)
  if (!user || random() < 0.3) return
  await perform(near, { operation: "deleteUser", key: address, isShared, set: holder }, [user.id])
}

const account: SharedStep = (caller, user, key) => {
  const { near, far, perform } = caller
  const about = { provider, providerAccountId: key }
  const steps = [
    () =>
      perform(near, { operation: "linkAccount", key, isShared, set: user.email }, [
        buildAccount(key, user.id),
      ]),
    () => perform(far, { operation: "getUserByAccount", key, isShared }, [about], readEmail),
    () => perform(near, { operation: "unlinkAccount", key, isShared }, [about]),
  ]
  return pick(caller, steps)()
}

const passkey: SharedStep = (caller, { id }, key) => {
  const { near, far, perform } = caller
  const counter = 1 + Math.floor(caller.random() * 50)
  const raise = { operation: "updateAuthenticatorCounter", key, isShared, set: counter } as const
  const steps = [
    () => perform(near, { operation: "createAuthenticator", key, isShared, set: 0 }, [buildPasskey(key, id)]),
    () => perform(far, raise, [key, counter], readCounter),
    () => perform(near, { operation: "getAuthenticator", key, isShared }, [key], readCounter),
  ]
  return pick(caller, steps)()
}

const steps: readonly SharedStep[] = [session, token, email, account, passkey]

/** Makes a random step on one of the shared keys. */
export const shareOnce = (caller: Caller, user: KnownUser, key: string): Promise<unknown> =>
  pick(caller, steps)(caller, user, key)
