/**
 * Who may use the studio: the person who can read the terminal. The terminal shows a link with a token of 256 bits. The
 * first request with the token gets a cookie, and the token becomes invalid. The token and the cookie exist only in the
 * memory of this process. The name of the cookie is random, because a browser shares cookies between the ports of a host
 * and two studios would overwrite each other's.
 */
import { randomBytes, randomToken, sameText, toBase64Url } from "../../shared/bytes.ts"
import { findCookies } from "../../shared/find-cookies.ts"

const linkLifeMs = 5 * 60 * 1000
const cookieLifeMs = 12 * 60 * 60 * 1000
const maxCookies = 8

export type Access = Readonly<ReturnType<typeof createAccess>>

export const linkPrefix = "/open/"

export function createAccess(now: () => number) {
  const link = { token: randomToken(), until: now() + linkLifeMs, isUsed: false }
  const cookie = { name: `mortise_studio_${toBase64Url(randomBytes(6))}`, value: randomToken(), until: 0 }
  return {
    /** The path of the link that signs a browser in: once, within five minutes. */
    linkPath: linkPrefix + link.token,

    /** The `Set-Cookie` header for a token; `undefined` for a token that is wrong, used or expired. */
    exchange(token: string): string | undefined {
      if (link.isUsed || now() >= link.until || !sameText(token, link.token)) return undefined
      link.isUsed = true
      cookie.until = now() + cookieLifeMs
      return `${cookie.name}=${cookie.value}; Path=/; HttpOnly; SameSite=Strict`
    },

    /** Whether the `Cookie` header of a request has the cookie. */
    isSignedIn: (cookies: string | null) =>
      now() < cookie.until &&
      findCookies(cookies ?? "", `${cookie.name}=`, maxCookies).pairs.some(([, value]) =>
        sameText(value, cookie.value),
      ),
  }
}
