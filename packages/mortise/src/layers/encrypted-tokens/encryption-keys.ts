import { throwInvalid } from "../../contract/throw-invalid.ts"
import type { Bytes } from "../../shared/bytes.ts"
import { mortise } from "../../shared/mortise-command.ts"
import { secretBytes, secretProblem } from "../secret-bytes.ts"

/** A key of `encryptedTokens`. */
export type EncryptionKey = {
  /** The name of the key, which is stored with every value: 1 to 32 letters, digits, `-` and `_`. */
  readonly id: string
  /** At least 32 random bytes, or their base64, such as `npx mortise secret` prints. */
  readonly secret: string | Uint8Array
}

/** The keys of a layer: new values are encrypted with the first one. */
export type KeyRing = {
  readonly first: string
  /** The key with this id, imported once. */
  find(id: string): Promise<CryptoKey> | undefined
}

/** The longest id of a key. */
export const longestKeyId = 32

/** The option `keys`, checked. Messages name a key by its position, because a secret may be in the wrong place. */
export function checkKeys(keys: unknown): KeyRing {
  if (!Array.isArray(keys) || keys.length === 0)
    throwInvalid(
      `encryptedTokens: keys must be a list such as [{ id: "2026-01", secret }]: create a secret with ${mortise} secret.`,
    )
  const secrets = new Map<string, Bytes>()
  for (const [index, key] of keys.entries()) {
    const { id, secret } = Object(key) as Partial<EncryptionKey>
    const bytes = secretBytes(secret)
    if (typeof id !== "string" || !/^[A-Za-z0-9_-]{1,32}$/.test(id))
      throwInvalid(
        `encryptedTokens: keys[${index}].id must be 1 to ${longestKeyId} letters, digits, - and _.`,
      )
    if (!bytes) throwInvalid(`encryptedTokens: ${secretProblem(`keys[${index}].secret`, secret)}.`)
    if (secrets.has(id)) throwInvalid(`encryptedTokens: keys[${index}] has the id of another key.`)
    if ([...secrets.values()].some((otherBytes) => String(otherBytes) === String(bytes)))
      throwInvalid(`encryptedTokens: keys[${index}] has the secret of another key.`)
    secrets.set(id, bytes)
  }
  const imported = new Map<string, Promise<CryptoKey>>()
  return {
    first: keys[0].id,
    find(id) {
      const bytes = secrets.get(id)
      const key = imported.get(id) ?? (bytes && importSecret(bytes))
      if (key) imported.set(id, key)
      return key
    },
  }
}

/** Imports a secret, from which keys for single values are derived. */
export const importSecret = (secret: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"])
