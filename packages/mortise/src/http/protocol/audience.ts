import { parseUrl } from "../../shared/secure-url.ts"

const visibleAscii = /^[\x21-\x7e]{1,512}$/

/**
 * The audience of signed requests: the public address of the server that they are for, with its mount path.
 * It is signed, so that a request recorded at one server is refused by every other server that knows the same
 * key. An address has one spelling here; `undefined` when the text cannot be an audience.
 */
export function toAudience(text: string): string | undefined {
  if (!visibleAscii.test(text)) return undefined
  const url = /^https?:\/\//i.test(text) ? parseUrl(text) : undefined
  return url ? toAddress(url) : text
}

/** The origin and the path of a URL, without a slash at the end. */
export const toAddress = ({ origin, pathname }: URL): string => `${origin}${pathname.replace(/\/+$/, "")}`
