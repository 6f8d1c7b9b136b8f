import { type Bytes, fromBase64 } from "../shared/bytes.ts"
import { mortise } from "../shared/mortise-command.ts"

const minBytes = 32
// Random bytes have many more different values.
const minDifferent = 8

/** The bytes of a secret, which is given as bytes or as their base64; `null` if it is too short, or not random. */
export function secretBytes(secret: unknown): Bytes | null {
  const bytes = toBytes(secret)
  return bytes && bytes.length >= minBytes && new Set(bytes).size >= minDifferent ? bytes : null
}

/** Why `secretBytes` is `null`, and what to do. */
export const secretProblem = (name: string, secret: unknown): string =>
  secret === undefined || secret === null || secret === ""
    ? `${name} is missing: set its environment variable to what ${mortise} secret prints`
    : `${name} must be at least ${minBytes} random bytes, or their base64: create it with ${mortise} secret`

function toBytes(secret: unknown): Bytes | null {
  if (secret instanceof Uint8Array) return new Uint8Array(secret)
  return typeof secret === "string" ? fromBase64(secret) : null
}
