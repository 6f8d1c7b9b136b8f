import type { Awaitable } from "./awaitable.ts"
import { sha256 } from "./bytes.ts"

type NodeCrypto = { hash?(algorithm: string, text: string, encoding: string): string }
type Runtime = { process?: { getBuiltinModule?(name: string): NodeCrypto | undefined } }

const node = (globalThis as Runtime).process?.getBuiltinModule?.("node:crypto")

/** The SHA-256 digest of a text as base64url: at once where the runtime has a synchronous hash, otherwise a promise. */
export const fastSha256: (text: string) => Awaitable<string> = node?.hash
  ? (text) => (node as Required<NodeCrypto>).hash("sha256", text, "base64url")
  : sha256
