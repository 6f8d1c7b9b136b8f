import type { Awaitable } from "./awaitable.ts"
import { type Bytes, toBase64Url, utf8 } from "./bytes.ts"
import { nodeCrypto } from "./node-crypto.ts"

const { createHmac: createNodeHmac } = nodeCrypto

/**
 * Computes HMAC-SHA-256 of texts as base64url: synchronously where the runtime can, because WebCrypto takes several
 * times as long for a short text, otherwise a promise.
 */
export const createHmac: (key: Bytes) => (text: string) => Awaitable<string> = createNodeHmac
  ? (key) => (text) => createNodeHmac("sha256", key).update(text).digest("base64url")
  : createWebHmac

/** HMAC-SHA-256 by WebCrypto. The key is imported at the first text. */
export function createWebHmac(key: Bytes): (text: string) => Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  let imported: Promise<CryptoKey> | undefined
  return async (text) => {
    imported ??= crypto.subtle.importKey("raw", key, algorithm, false, ["sign"])
    return toBase64Url(new Uint8Array(await crypto.subtle.sign("HMAC", await imported, utf8(text))))
  }
}
