import { randomBytes, sha256, utf8 } from "../../shared/bytes.ts"
import type { Permission } from "./permissions.ts"

/** What the server knows about a caller. */
export type CallerRecord = {
  /** Names the caller in metrics and receipts. Not a secret. */
  readonly id: string
  readonly permissions: readonly Permission[]
  /** The tenants that the caller may use, or `"all"`. Required if the adapter has tenants. */
  readonly tenants?: readonly string[] | "all"
  /** From this time on, the caller is refused. */
  readonly expires?: Date
}

/** A service key as the server stores it: hashed. */
export type ServiceKeyRecord = CallerRecord & {
  /** SHA-256 of the key, as base64url. */
  readonly hash: string
}

/** A caller that signs its requests. Both sides know the secret, and it is never sent. */
export type SigningRecord = CallerRecord & {
  /** At least 32 characters, of which at least 8 are different. Use random ones: `mortise key --signing`. */
  readonly secret: string
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const prefix = "mrt_"
const secretLength = 43
const checksumLength = 6
const keyPattern = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`)

/**
 * Creates a service key: `mrt_`, 43 random letters and digits, and a checksum that distinguishes a mistyped key
 * from a wrong key. Give the key to the client, and store the record on the server.
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

/** Whether a text has the form and the checksum of a service key. */
export const isServiceKey = (text: string): boolean =>
  keyPattern.test(text) &&
  checksum(text.slice(prefix.length, -checksumLength)) === text.slice(-checksumLength)

// A key of 256 random bits needs no slow hash: it cannot be guessed.
export const hashKey = (key: string): Promise<string> => sha256(key)

function randomAlphanumeric(length: number): string {
  let text = ""
  while (text.length < length)
    // Bytes from 248 on are skipped: they would make the first eight characters more likely.
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
  for (let index = 0; index < checksumLength; index++) {
    digits = alphabet[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
