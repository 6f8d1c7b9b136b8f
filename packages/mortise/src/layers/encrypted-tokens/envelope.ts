import { type ErrorDetails, MortiseError } from "../../contract/errors.ts"
import { type Bytes, fromBase64, fromUtf8, randomBytes, toBase64Url, utf8 } from "../../shared/bytes.ts"
import { type KeyRing, longestKeyId } from "./encryption-keys.ts"

/** Where a value belongs: in no other place can it be decrypted. */
export type Place = {
  readonly model: string
  readonly field: string
  /** What names the row: of an account, the provider and the account's id there. */
  readonly key: readonly string[]
  readonly tenant?: string | undefined
  /** The field in messages, if it has another name there. */
  readonly shownField?: string
}

const version = "enc1"
const [saltBytes, nonceBytes, tagBytes] = [16, 12, 16]
const purpose = utf8("mortise/encryptedTokens/v1")

// enc1.<id of the key>.<salt>.<nonce>.<ciphertext and tag>, each part in base64url.
const envelope = /^enc1\.([\w-]{1,32})\.([\w-]{22})\.([\w-]{16})\.([\w-]{23,})$/
// A value of another version, or one that was damaged at its start, must not pass for plain text.
const almostEnvelope = /^enc\d+\.|\.[^.]{22}\.[^.]{16}\.[^.]+$/

/** What a stored text is: encrypted with the key of this id, plain, or neither. */
export type StoredForm = { readonly keyId: string } | "plain" | "damaged"

export function readForm(stored: string): StoredForm {
  const keyId = envelope.exec(stored)?.[1]
  if (keyId) return { keyId }
  return almostEnvelope.test(stored) ? "damaged" : "plain"
}

/** The most bytes that fit encrypted into a field of `max` bytes, whatever the id of the key. */
export function plainLimit(max: number): number {
  const others = `${version}.`.length + longestKeyId + ".".length + 22 + ".".length + 16 + ".".length
  return Math.floor(((max - others) * 3) / 4) - tagBytes
}

/** Encrypts a text with the first key. */
export async function seal(keys: KeyRing, place: Place, text: string): Promise<string> {
  const [salt, nonce] = [randomBytes(saltBytes), randomBytes(nonceBytes)]
  const secret = (await keys.find(keys.first)) as CryptoKey
  const key = await deriveKey(secret, salt, purpose)
  const sealed = await encrypt(key, nonce, boundTo(keys.first, place), utf8(text))
  return [version, keys.first, ...[salt, nonce, sealed].map(toBase64Url)].join(".")
}

/** Decrypts what `seal` returned; throws `corrupt` for any other text. */
export async function open(keys: KeyRing, place: Place, stored: string): Promise<string> {
  const [, keyId = "", ...parts] = envelope.exec(stored) ?? []
  const [salt, nonce, sealed] = parts.map(exactBytes)
  if (!salt || !nonce || !sealed) throw corrupt(place, "is damaged, or was encrypted by a newer version")
  const secret = await keys.find(keyId)
  if (!secret)
    throw corrupt(place, `was encrypted with the key ${keyId}, which is not among the keys: add it again`)
  try {
    const key = await deriveKey(secret, salt, purpose)
    return fromUtf8(await decrypt(key, nonce, boundTo(keyId, place), sealed))
  } catch {
    throw corrupt(place, `cannot be decrypted with the key ${keyId}: it was changed, or moved from elsewhere`)
  }
}

/** A list in JSON is unambiguous, whatever characters its texts contain. A tenant is a list, which no part of a key is. */
const boundTo = (keyId: string, { model, field, key, tenant }: Place): Bytes =>
  utf8(JSON.stringify([version, keyId, model, field, ...key, ...(tenant ? [[tenant]] : [])]))

/** Several texts decode to the same bytes; only the one that `seal` writes is accepted. */
function exactBytes(text: string): Bytes | null {
  const bytes = fromBase64(text)
  return bytes && toBase64Url(bytes) === text ? bytes : null
}

export const corrupt = (place: Place, reason: string): MortiseError => placeError("corrupt", place, reason)

/** An error of one field; the reason ends the sentence. */
export function placeError(
  code: "corrupt" | "invalid",
  { model, field, shownField = field }: Omit<Place, "key">,
  reason: string,
): MortiseError {
  const details = { model, fields: [shownField] } as ErrorDetails
  return new MortiseError(code, `${model}.${shownField} ${reason}.`, details)
}

/** HKDF with SHA-256 (RFC 5869): a key of 256 bits for one value. */
export async function deriveKey(secret: CryptoKey, salt: Bytes, info: Bytes): Promise<Bytes> {
  const bits = await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, secret, 256)
  return new Uint8Array(bits)
}

/** AES-256-GCM; the tag of 128 bits is at the end. */
export async function encrypt(key: Bytes, nonce: Bytes, aad: Bytes, plain: Bytes): Promise<Bytes> {
  const imported = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"])
  return new Uint8Array(
    await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce, additionalData: aad }, imported, plain),
  )
}

/** The inverse of `encrypt`; rejects if any of the arguments differs. */
export async function decrypt(key: Bytes, nonce: Bytes, aad: Bytes, sealed: Bytes): Promise<Bytes> {
  const imported = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"])
  return new Uint8Array(
    await crypto.subtle.decrypt({ name: "AES-GCM", iv: nonce, additionalData: aad }, imported, sealed),
  )
}
