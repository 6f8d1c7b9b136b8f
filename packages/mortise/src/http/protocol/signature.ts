import { type Bytes, fromBase64, randomBytes, sha256, toBase64Url, utf8 } from "../../shared/bytes.ts"

/** The parts of a request that are signed. */
export type SignedParts = {
  /** The server that the request is for: see `audienceOf`. */
  readonly audience: string
  readonly method: string
  /** The path from the version on, such as `/v1/createUser`, without the mount path. */
  readonly path: string
  /** Milliseconds since 1970. */
  readonly timestamp: number
  readonly nonce: string
  /** Empty for a read. */
  readonly idempotencyKey: string
  readonly body: Bytes
}

/** A signature as the `Authorization` header holds it. */
export type Signature = {
  readonly id: string
  readonly timestamp: number
  readonly nonce: string
  readonly mac: string
}

const algorithm = { name: "HMAC", hash: "SHA-256" }
const header = /^Mortise ([\w-]{1,64}):(\d{1,16}):([\w-]{22}):([\w-]{43})$/

export const signingKey = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", utf8(secret), algorithm, false, ["sign", "verify"])

export const newNonce = (): string => toBase64Url(randomBytes(16))

async function signedBytes(parts: SignedParts): Promise<Bytes> {
  const { audience, method, path, timestamp, nonce, idempotencyKey, body } = parts
  const lines = ["mortise-v1", audience, method, path, timestamp, nonce, idempotencyKey, await sha256(body)]
  return utf8(lines.join("\n"))
}

/** The `Authorization` header of a signed request. */
export async function sign(id: string, key: CryptoKey, parts: SignedParts): Promise<string> {
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, await signedBytes(parts)))
  return `Mortise ${id}:${parts.timestamp}:${parts.nonce}:${toBase64Url(mac)}`
}

export function readSignature(authorization: string): Signature | undefined {
  const [, id = "", timestamp, nonce = "", mac = ""] = header.exec(authorization) ?? []
  return timestamp === undefined ? undefined : { id, timestamp: Number(timestamp), nonce, mac }
}

/** Whether the signature matches the parts. The comparison takes constant time. */
export async function verify(key: CryptoKey, mac: string, parts: SignedParts): Promise<boolean> {
  const bytes = fromBase64(mac)
  return bytes !== null && crypto.subtle.verify("HMAC", key, bytes, await signedBytes(parts))
}
