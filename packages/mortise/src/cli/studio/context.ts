import { createHmac, randomBytes } from "node:crypto"
import type { OpenStore } from "../configuration/open-store.ts"

/** What the functions behind the requests share. */
export type Context = {
  readonly store: OpenStore
  readonly handleOf: HandleOf
}

/** Names a row towards the page without revealing its key, and differs in every process. */
export type HandleOf = (kind: string, ...key: readonly string[]) => string

export function createHandles(): HandleOf {
  const secret = randomBytes(32)
  return (kind, ...key) =>
    createHmac("sha256", secret)
      .update(JSON.stringify([kind, ...key]))
      .digest("base64url")
      .slice(0, 22)
}
