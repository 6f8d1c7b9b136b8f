import type { Awaitable } from "./awaitable.ts"
import { sha256 } from "./bytes.ts"
import { nodeCrypto } from "./node-crypto.ts"

const { hash } = nodeCrypto

/** The SHA-256 digest of a text as base64url, or a promise of it where the runtime has no synchronous hash. */
export const fastSha256: (text: string) => Awaitable<string> = hash
  ? (text) => hash("sha256", text, "base64url")
  : sha256
