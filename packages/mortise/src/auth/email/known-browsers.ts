import type { Json } from "../../contract/fields.ts"
import { randomToken } from "../../shared/bytes.ts"
import type { Core } from "../core/core.ts"
import type { HasHeaders, SetCookies } from "../http/cookies.ts"

/** A browser, as its sealed cookie describes it. */
export type KnownBrowser = {
  readonly id: string
  /** Whether the request carried no such cookie. */
  readonly isNew: boolean
  /** Hashes of the addresses that have signed in here, the latest first. */
  readonly addresses: readonly string[]
}

/**
 * Recognizes the browsers in which the owner of an address has signed in by email before. They have limits of their
 * own, so that the requests and guesses of strangers do not lock the owner out. The cookie is not a session: it proves
 * only that a limit belongs to this browser.
 */
export type KnownBrowsers = {
  read(request: HasHeaders): Promise<KnownBrowser>
  hasSignedIn(browser: KnownBrowser, email: string): Promise<boolean>
  /** Marks a link with the browser that requested it. The mark reveals neither. */
  mark(browser: KnownBrowser, secret: string): Promise<string>
  isMarked(browser: KnownBrowser, secret: unknown, mark: unknown): Promise<boolean>
  /** The cookie of a browser; with `email`, the owner of this address has just signed in. */
  set(request: HasHeaders, browser: KnownBrowser, email?: string): Promise<SetCookies>
}

const cookie = "browser"
const maxAgeMs = 180 * 24 * 3600 * 1000
const maxAddresses = 5

export function createKnownBrowsers({ cookies, keys, sealer, now }: Core): KnownBrowsers {
  const marked = ({ id }: KnownBrowser, secret: unknown) => JSON.stringify([id, secret])

  return {
    mark: (browser, secret) => keys.mac("email browser", marked(browser, secret)),

    isMarked: async (browser, secret, mark) =>
      typeof mark === "string" && (await keys.macs("email browser", marked(browser, secret))).includes(mark),

    async read(request) {
      const opened = await sealer.open("sealed browser", cookies.read(request, cookie) ?? "")
      if (opened === null) return { id: randomToken(), isNew: true, addresses: [] }
      return { ...(opened as Pick<KnownBrowser, "id" | "addresses">), isNew: false }
    },

    async hasSignedIn({ addresses }, email) {
      if (addresses.length === 0) return false
      return (await keys.macs("address hash", email)).some((hash) => addresses.includes(hash))
    },

    async set(request, { id, addresses }, email) {
      const added = email === undefined ? [] : [await keys.mac("address hash", email)]
      const latest = [...new Set([...added, ...addresses])].slice(0, maxAddresses)
      const data: Json = { id, addresses: latest }
      const sealed = await sealer.seal("sealed browser", data, now() + maxAgeMs)
      return cookies.set(request, cookie, sealed, maxAgeMs / 1000)
    },
  }
}
