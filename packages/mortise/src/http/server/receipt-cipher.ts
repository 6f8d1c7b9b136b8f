import { concatBytes, fromBase64, randomBytes, toBase64Url, utf8 } from "../../shared/bytes.ts"

/** Encrypts the responses in receipts, because they contain tokens. */
export type ReceiptCipher = {
  encrypt(text: string, boundTo: string): Promise<string>
  /** Throws when the text was encrypted under another secret, bound to another key, or changed. */
  decrypt(sealed: string, boundTo: string): Promise<string>
}

const ivLength = 12

/** AES-GCM under a key that is derived from the caller's secret, which the store does not have. */
export function createReceiptCipher(secret: string): ReceiptCipher {
  let derived: Promise<CryptoKey> | undefined
  const key = () => {
    derived ??= deriveKey(secret)
    return derived
  }
  return {
    async encrypt(text, boundTo) {
      const iv = randomBytes(ivLength)
      const algorithm = { name: "AES-GCM", iv, additionalData: utf8(boundTo) }
      const closed = await crypto.subtle.encrypt(algorithm, await key(), utf8(text))
      return toBase64Url(concatBytes([iv, new Uint8Array(closed)]))
    },
    async decrypt(sealed, boundTo) {
      const bytes = fromBase64(sealed)
      if (!bytes) throw new TypeError("not an encrypted text")
      const algorithm = { name: "AES-GCM", iv: bytes.slice(0, ivLength), additionalData: utf8(boundTo) }
      const opened = await crypto.subtle.decrypt(algorithm, await key(), bytes.slice(ivLength))
      return new TextDecoder().decode(opened)
    },
  }
}

async function deriveKey(secret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", utf8(secret), "HKDF", false, ["deriveKey"])
  const derivation = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: utf8("mortise/http/receipt/v1"),
  }
  return crypto.subtle.deriveKey(derivation, material, { name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ])
}
