import { type Bytes, fromBase64, toBase64Url, utf8 } from "../../shared/bytes.ts"

/** What a key is for. Each purpose has its own key, so a value made for one purpose is invalid for another. */
export type KeyPurpose =
  | "key id"
  | "session handle"
  | "session jwt"
  | "email link"
  | "email code"
  | "email change"
  | "email change code"
  | "email browser"
  | "email limit"
  | "address hash"
  | "single-use"
  | "passkey handle"
  | "passkey limit"
  | "sealed oauth"
  | "sealed passkey"
  | "sealed code"
  | "sealed step-up"
  | "sealed browser"
  | "sealed pending sign-out"
  | "sealed provider"
  | "sealed sign-out"

/** A key derived from one of the secrets; `id` identifies the secret without revealing it. */
export type DerivedKey = { readonly id: string; readonly bytes: Bytes }

export type Keys = {
  /** One key for each secret, the current one first. */
  derive(purpose: KeyPurpose, length: number): Promise<readonly DerivedKey[]>
  /** A keyed hash under the current secret. */
  mac(purpose: KeyPurpose, text: string): Promise<string>
  /** The keyed hashes under all secrets, the current one first, to find values from an older secret. */
  macs(purpose: KeyPurpose, text: string): Promise<readonly string[]>
  /** Whether a value is a keyed hash of the text under one of the secrets. The comparison takes constant time. */
  isMac(purpose: KeyPurpose, text: string, value: unknown): Promise<boolean>
}

const salt = utf8("mortise/auth")

/** With a tenant, no key is one of another tenant, or of an application without tenants. */
export function createKeys(secrets: readonly string[], tenant?: string): Keys {
  const hkdf = (secret: string, purpose: KeyPurpose, length: number) =>
    deriveBytes(secret, tenant === undefined ? `${purpose}/v1` : `${purpose}/v1/${tenant}`, length)

  const derived = new Map<string, Promise<readonly DerivedKey[]>>()

  const derive: Keys["derive"] = (purpose, length) => {
    const name = `${purpose}/${length}`
    const cachedKeys = derived.get(name)
    if (cachedKeys) return cachedKeys
    const made = Promise.all(
      secrets.map(async (secret) => ({
        id: toBase64Url(await hkdf(secret, "key id", 6)),
        bytes: await hkdf(secret, purpose, length),
      })),
    )
    derived.set(name, made)
    return made
  }

  const macs: Keys["macs"] = async (purpose, text) =>
    Promise.all((await derive(purpose, 32)).map((key) => hmac(key, text)))

  return {
    derive,
    macs,
    async mac(purpose, text) {
      const [current] = await derive(purpose, 32)
      return hmac(current as DerivedKey, text)
    },
    async isMac(purpose, text, value) {
      const [, id, signature] = typeof value === "string" ? (macForm.exec(value) ?? []) : []
      const key = (await derive(purpose, 32)).find((candidate) => candidate.id === id)
      const bytes = fromBase64(signature ?? "")
      if (!key || !bytes) return false
      return crypto.subtle.verify("HMAC", await importHmacKey(key, "verify"), bytes, utf8(text))
    },
  }
}

/** HKDF with SHA-256 (RFC 5869). */
async function deriveBytes(secret: string, use: string, length: number): Promise<Bytes> {
  const root = await crypto.subtle.importKey("raw", utf8(secret), "HKDF", false, ["deriveBits"])
  const info = utf8(`mortise/auth/${use}`)
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, root, length * 8),
  )
}

const macForm = /^v1\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/

const importHmacKey = ({ bytes }: DerivedKey, usage: "sign" | "verify") =>
  crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [usage])

async function hmac(key: DerivedKey, text: string): Promise<string> {
  const signed = await crypto.subtle.sign("HMAC", await importHmacKey(key, "sign"), utf8(text))
  return `v1.${key.id}.${toBase64Url(new Uint8Array(signed))}`
}
