import type { Slots } from "../../contract/slots.ts"
import { type Bytes, sameText, sha256 } from "../../shared/bytes.ts"
import { inTenant, reservedSlots } from "../protocol/call.ts"
import type { Permission } from "../protocol/permissions.ts"
import { hashKey, isServiceKey } from "../protocol/service-key.ts"
import { readSignature, type Signature, signingKey, verify } from "../protocol/signature.ts"
import type { WireCode } from "../protocol/wire-error.ts"
import { type Caller, type Callers, checkCallers, isUnexpired, mayUseTenant } from "./callers.ts"
import { createReceiptCipher, type ReceiptCipher } from "./receipt-cipher.ts"

/** The authenticated caller and its permissions. */
export type Identity = {
  readonly id: string
  readonly permissions: readonly Permission[]
  readonly cipher: ReceiptCipher
}

/** What authentication reads. The body is read only when the request is signed. */
export type Credentials = {
  readonly authorization: string
  readonly method: string
  readonly path: string
  /** The tenant that the path names. */
  readonly tenant: string | undefined
  readonly idempotencyKey: string
  body(): Promise<Bytes | undefined>
}

export type Authenticate = (credentials: Credentials) => Promise<Identity | WireCode>

export type AuthenticationOptions = {
  readonly callers: Callers
  /** The audience of signed requests. Without it they are refused. */
  readonly audience: string | undefined
  /** Where nonces are claimed. Without slots, signed requests are refused. */
  findSlots(tenant: string | undefined): Slots | undefined
  readonly hasTenants: boolean
  readonly now: () => number
  /** How far a signature's time may differ from the server's clock, in milliseconds. */
  readonly clockSkewMs: number
}

export function createAuthenticate(options: AuthenticationOptions): Authenticate {
  const { callers, now, hasTenants } = options
  const byKey = createKeyCheck()
  const bySignature = createSignatureCheck(options)
  return async (credentials) => {
    const listed = typeof callers === "function" ? await callers() : callers
    const current = checkCallers(listed, hasTenants).filter((caller) => isUnexpired(caller, now()))
    const { authorization, tenant } = credentials
    if (authorization.startsWith("Bearer "))
      return byKey(authorization.slice("Bearer ".length), current, tenant)
    const signature = readSignature(authorization)
    return signature ? bySignature(signature, credentials, current) : "unauthorized"
  }
}

type KnownKey = { readonly key: string; readonly hash: string; readonly cipher: ReceiptCipher }

const maxKnownKeys = 64

/** Remembers valid keys, so that a busy key is not hashed at each request. */
function createKeyCheck() {
  const knownKeys: KnownKey[] = []

  const toKnownKey = async (key: string): Promise<KnownKey | undefined> => {
    // First, because comparing a text of kilobytes with every known key takes long.
    if (!isServiceKey(key)) return undefined
    const existing = knownKeys.find((knownKey) => sameText(key, knownKey.key))
    return existing ?? { key, hash: await hashKey(key), cipher: createReceiptCipher(key) }
  }

  return async (
    key: string,
    current: readonly Caller[],
    tenant: string | undefined,
  ): Promise<Identity | WireCode> => {
    const knownKey = await toKnownKey(key)
    const caller =
      knownKey && current.find((caller) => "hash" in caller && sameText(knownKey.hash, caller.hash))
    if (!caller) return "unauthorized"
    if (!knownKeys.includes(knownKey) && knownKeys.push(knownKey) > maxKnownKeys) knownKeys.shift()
    if (!mayUseTenant(caller, tenant)) return "forbidden"
    return { id: caller.id, permissions: caller.permissions, cipher: knownKey.cipher }
  }
}

function createSignatureCheck({ audience, findSlots, now, clockSkewMs }: AuthenticationOptions) {
  const secrets = new WeakMap<Caller, { readonly key: Promise<CryptoKey>; readonly cipher: ReceiptCipher }>()

  const getSecret = (caller: Caller) => {
    if (!("secret" in caller)) return undefined
    const existing = secrets.get(caller)
    const made = existing ?? { key: signingKey(caller.secret), cipher: createReceiptCipher(caller.secret) }
    secrets.set(caller, made)
    return made
  }

  /** A request passes once: when a recorded request is sent again, its nonce is already taken. */
  const isFirst = async (
    { id, nonce, timestamp }: Signature,
    tenant: string | undefined,
  ): Promise<boolean> => {
    const key = `${reservedSlots}nonce/${await sha256(inTenant(tenant, `${id}\n${nonce}`))}`
    const expires = new Date(Math.max(timestamp, now()) + 2 * clockSkewMs)
    return (await findSlots(tenant)?.claim({ key, expires }))?.ok ?? false
  }

  return async (
    signature: Signature,
    { method, path, tenant, idempotencyKey, body }: Credentials,
    current: readonly Caller[],
  ): Promise<Identity | WireCode> => {
    const { id, timestamp, nonce, mac } = signature
    const named = current.filter((caller) => caller.id === id && "secret" in caller)
    if (audience === undefined || named.length === 0 || Math.abs(now() - timestamp) > clockSkewMs)
      return "unauthorized"
    const bytes = await body()
    if (!bytes) return "too_large"
    for (const caller of named) {
      const secret = getSecret(caller)
      const parts = { audience, method, path, timestamp, nonce, idempotencyKey, body: bytes }
      if (!secret || !(await verify(await secret.key, mac, parts))) continue
      // Before the nonce, which would be stored in that tenant.
      if (!mayUseTenant(caller, tenant)) return "forbidden"
      return (await isFirst(signature, tenant))
        ? { id, permissions: caller.permissions, cipher: secret.cipher }
        : "replayed"
    }
    return "unauthorized"
  }
}
