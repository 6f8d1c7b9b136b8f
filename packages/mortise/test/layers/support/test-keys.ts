import type { EncryptionKey } from "../../../src/layers/index.ts"
import { toBase64 } from "../../../src/shared/bytes.ts"

/** A key whose secret is the same in every run. */
export const testKey = (id: string, first: number): EncryptionKey => ({
  id,
  secret: toBase64(Uint8Array.from({ length: 32 }, (_, nth) => (first + nth * 7) % 256)),
})

export const testKeys = [testKey("new", 1), testKey("old", 2)]
