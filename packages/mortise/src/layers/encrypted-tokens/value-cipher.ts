import type { Bytes } from "../../shared/bytes.ts"

/** HKDF with SHA-256 (RFC 5869): a key of 256 bits for one value. */
export async function deriveKey(secret: CryptoKey, salt: Bytes, info: Bytes): Promise<Bytes> {
  const bits = await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, secret, 256)
  return new Uint8Array(bits)
}

/** AES-256-GCM; the tag of 128 bits is at the end. */
export async function encrypt(key: Bytes, nonce: Bytes, aad: Bytes, plain: Bytes): Promise<Bytes> {
  const imported = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"])
  return new Uint8Array(
    await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce, additionalData: aad }, imported, plain),
  )
}

/** The inverse of `encrypt`; rejects if any of the arguments differs. */
export async function decrypt(key: Bytes, nonce: Bytes, aad: Bytes, sealed: Bytes): Promise<Bytes> {
  const imported = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"])
  return new Uint8Array(
    await crypto.subtle.decrypt({ name: "AES-GCM", iv: nonce, additionalData: aad }, imported, sealed),
  )
}
