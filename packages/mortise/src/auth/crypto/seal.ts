import type { Json } from "../../contract/fields.ts"
import { fromBase64, randomBytes, toBase64Url, utf8 } from "../../shared/bytes.ts"
import type { KeyPurpose, Keys } from "./keys.ts"

export type SealPurpose = Extract<KeyPurpose, `sealed ${string}`>

/** Encrypts data that a browser stores in a cookie: the browser can neither read nor change it. */
export type Sealer = {
  seal(purpose: SealPurpose, data: Json, expires: number): Promise<string>
  /** The data; `null` for any text that was not sealed for this purpose, or has expired. */
  open(purpose: SealPurpose, text: string): Promise<Json | null>
}

type Content = { readonly data: Json; readonly expires: number }

/** AES-256-GCM under the key of the purpose. The text names its key by id, and no other key is tried. */
export function createSealer(keys: Keys, now: () => number): Sealer {
  return {
    async seal(purpose, data, expires) {
      const [current] = await keys.derive(purpose, 32)
      if (!current) throw new TypeError("There is no current secret")
      const key = await crypto.subtle.importKey("raw", current.bytes, "AES-GCM", false, ["encrypt"])
      const iv = randomBytes(12)
      const content = utf8(JSON.stringify({ data, expires } satisfies Content))
      const box = await crypto.subtle.encrypt(
        { name: "AES-GCM", iv, additionalData: utf8(purpose) },
        key,
        content,
      )
      return `s1.${current.id}.${toBase64Url(iv)}.${toBase64Url(new Uint8Array(box))}`
    },

    async open(purpose, text) {
      const [version, id, iv, box] = text.split(".", 4)
      const derived = (await keys.derive(purpose, 32)).find((candidate) => candidate.id === id)
      const [ivBytes, boxBytes] = [fromBase64(iv ?? ""), fromBase64(box ?? "")]
      if (version !== "s1" || !derived || !ivBytes || !boxBytes) return null
      const key = await crypto.subtle.importKey("raw", derived.bytes, "AES-GCM", false, ["decrypt"])
      try {
        const algorithm = { name: "AES-GCM", iv: ivBytes, additionalData: utf8(purpose) }
        const plain = await crypto.subtle.decrypt(algorithm, key, boxBytes)
        const { data, expires }: Content = JSON.parse(new TextDecoder().decode(plain))
        return now() < expires ? data : null
      } catch {
        return null
      }
    },
  }
}
