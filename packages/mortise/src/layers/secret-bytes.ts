import { type Bytes, fromBase64 } from "../shared/bytes.ts"

/** The least number of bytes of a secret. */
export const minSecretBytes = 32
// Random bytes have many more different values.
const minDifferent = 8

/** The bytes of a secret, which is given as bytes or as their base64; `null` if it is too short, or not random. */
export function secretBytes(secret: unknown): Bytes | null {
  const bytes = bytesOf(secret)
  return bytes && bytes.length >= minSecretBytes && new Set(bytes).size >= minDifferent ? bytes : null
}

function bytesOf(secret: unknown): Bytes | null {
  if (secret instanceof Uint8Array) return new Uint8Array(secret)
  return typeof secret === "string" ? fromBase64(secret) : null
}
