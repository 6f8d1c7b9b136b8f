export type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

export const utf8 = (text: string): Bytes => encoder.encode(text)

export function joined(parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export const randomBytes = (count: number): Bytes => crypto.getRandomValues(new Uint8Array(count))

export const sha256 = async (bytes: Bytes): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)))

// More arguments than this in one call overflow the stack of some engines.
const most = 0x2000

export function toBase64Url(bytes: Bytes): string {
  let binary = ""
  for (let at = 0; at < bytes.length; at += most)
    binary += String.fromCharCode(...bytes.subarray(at, at + most))
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}

/** Throws on what is no base64url. */
export function fromBase64Url(text: string): Bytes {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"))
  return Uint8Array.from(binary, (char) => char.charCodeAt(0))
}

/** Compares in a time that depends on the length of `given` alone. */
export function sameText(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length
  for (let at = 0; at < given.length; at++) difference |= given.charCodeAt(at) ^ secret.charCodeAt(at)
  return difference === 0
}
