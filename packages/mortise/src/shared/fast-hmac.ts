import type { Awaitable } from "./awaitable.ts"
import { type Bytes, toBase64Url, utf8 } from "./bytes.ts"

type NodeHmac = { update(text: string): NodeHmac; digest(encoding: string): string }
type NodeCrypto = { createHmac?(algorithm: string, key: Uint8Array): NodeHmac }
type Runtime = { process?: { getBuiltinModule?(name: string): NodeCrypto | undefined } }

const node = (globalThis as Runtime).process?.getBuiltinModule?.("node:crypto")

/**
 * Computes HMAC-SHA-256 of texts as base64url: at once where the runtime can, because WebCrypto takes several times as
 * long for a short text, otherwise a promise.
 */
export const createHmac: (key: Bytes) => (text: string) => Awaitable<string> = node?.createHmac
  ? (key) => (text) =>
      (node as Required<NodeCrypto>).createHmac("sha256", key).update(text).digest("base64url")
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
