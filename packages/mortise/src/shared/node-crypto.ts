type Hmac = { update(text: string): Hmac; digest(encoding: "base64url"): string }

type NodeCrypto = {
  hash(algorithm: "sha256", text: string, encoding: "base64url"): string
  createHmac(algorithm: "sha256", key: Uint8Array): Hmac
}

type Runtime = { process?: { getBuiltinModule?(name: "node:crypto"): Partial<NodeCrypto> | undefined } }

/** The synchronous functions of `node:crypto`. A runtime may lack some or all of them. */
export const nodeCrypto: Partial<NodeCrypto> =
  (globalThis as Runtime).process?.getBuiltinModule?.("node:crypto") ?? {}
