export type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

export const utf8 = (text: string): Bytes => encoder.encode(text)

const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The text of bytes; throws when they are not valid UTF-8. */
export const fromUtf8 = (bytes: Bytes): string => strictDecoder.decode(bytes)

export function concatBytes(parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

/** 256 random bits that are safe in a cookie and in a URL. */
export const randomToken = (): string => toBase64Url(randomBytes(32))

/** The SHA-256 digest of bytes, or of the UTF-8 of a text, as base64url. */
export const sha256 = async (data: string | Bytes): Promise<string> =>
  toBase64Url(
    new Uint8Array(await crypto.subtle.digest("SHA-256", typeof data === "string" ? utf8(data) : data)),
  )

// More arguments than this in one call overflow the stack of some engines.
const chunkLength = 0x2000

/** Standard base64, padded. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ""
  for (let at = 0; at < bytes.length; at += chunkLength)
    binary += String.fromCharCode(...bytes.subarray(at, at + chunkLength))
  return btoa(binary)
}

export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")

/** The bytes of either base64 alphabet, padded or not; `null` for any other text. */
export function fromBase64(text: string): Bytes | null {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return null
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"))
    const bytes = new Uint8Array(binary.length)
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
    return bytes
  } catch {
    return null
  }
}

/** Compares in a time that depends only on the length of `text`. */
export function sameText(text: string, secret: string): boolean {
  let difference = text.length ^ secret.length
  for (let at = 0; at < text.length; at++) difference |= text.charCodeAt(at) ^ secret.charCodeAt(at)
  return difference === 0
}

/** The order of two texts by their UTF-8, in which servers sort. */
export function compareBytes(a: string, b: string): number {
  const [left, right] = [utf8(a), utf8(b)]
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++)
    if (left[index] !== right[index]) return Number(left[index]) - Number(right[index])
  return left.length - right.length
}
