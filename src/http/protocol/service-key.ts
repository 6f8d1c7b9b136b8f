import { randomBytes, sha256, utf8 } from "../../shared/bytes.ts"
import type { CallGroup, CallName } from "./call.ts"

/** A call, or a group of them: `operations` are the nineteen, `reads` those of them that change nothing. */
export type Permission = CallGroup | CallName

/** What the server knows of a caller. */
export type CallerRecord = {
  /** Names the caller in metrics and receipts; it is no secret. */
  readonly id: string
  readonly permissions: readonly Permission[]
  /** From then on it is refused. */
  readonly expires?: Date
}

/** A service key as the server keeps it: hashed. */
export type ServiceKeyRecord = CallerRecord & {
  /** SHA-256 of the key, as base64url. */
  readonly hash: string
}

/** A caller that signs its requests: both sides know the secret, which never travels. */
export type SigningRecord = CallerRecord & {
  /** At least 32 characters. */
  readonly secret: string
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const prefix = "mrt_"
const secretLength = 43
const checksumLength = 6
const keyPattern = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`)

/**
 * Makes a service key: `mrt_`, 43 random letters and digits, and a checksum that tells a mistyped key from a
 * wrong one. Give the key to the client, keep the record on the server.
 *
 * @example
 * ```ts
 * import { createServiceKey } from "mortise/server"
 *
 * const { key, record } = await createServiceKey({ id: "web", permissions: ["operations"] })
 * console.log(key.startsWith("mrt_"), record.hash.length) // true 43
 * ```
 */
export async function createServiceKey(
  caller: CallerRecord,
): Promise<{ key: string; record: ServiceKeyRecord }> {
  const secret = randomAlphanumeric(secretLength)
  const key = prefix + secret + checksum(secret)
  return { key, record: { ...caller, hash: await hashKey(key) } }
}

/** Whether a text can be a service key at all; no secret is needed to say so. */
export const isServiceKey = (text: string): boolean =>
  keyPattern.test(text) &&
  checksum(text.slice(prefix.length, -checksumLength)) === text.slice(-checksumLength)

// A key of 256 random bits needs no slow hash: there is nothing to guess from.
export const hashKey = (key: string): Promise<string> => sha256(key)

function randomAlphanumeric(length: number): string {
  let text = ""
  while (text.length < length)
    // The last eight values would favour the first letters.
    for (const byte of randomBytes(length))
      if (byte < 248 && text.length < length) text += alphabet[byte % 62]
  return text
}

/** CRC-32 in base 62. */
function checksum(text: string): string {
  let sum = -1
  for (const byte of utf8(text)) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  let rest = ~sum >>> 0
  let digits = ""
  for (let nth = 0; nth < checksumLength; nth++) {
    digits = alphabet[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
