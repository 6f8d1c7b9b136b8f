export type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

export const utf8 = (text: string): Bytes => encoder.encode(text)

/** Standard base64, padded: how the contract keeps credential ids and public keys. */
export function toBase64(bytes: Uint8Array): string {
  let text = ""
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")

/** The bytes of either alphabet, padded or not; `null` when the text is neither. */
export function fromBase64(text: string): Bytes | null {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return null
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}

export const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

/** 256 bits that nobody can guess, safe in a cookie and in an address. */
export const randomText = (): string => toBase64Url(randomBytes(32))

/** A name for a text that does not show it, the same in every process. */
export const digest = async (text: string): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text))))
