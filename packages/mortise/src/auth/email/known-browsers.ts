import type { Json } from "../../contract/fields.ts"
import { randomToken } from "../../shared/bytes.ts"
import type { Core } from "../core/core.ts"
import type { HasHeaders } from "../http/cookies.ts"

/** A browser, as its sealed cookie describes it. */
export type KnownBrowser = {
  readonly id: string
  /** Whether the request carried no such cookie. */
  readonly isNew: boolean
  /** Hashes of the addresses that have signed in here, the latest first. */
  readonly addresses: readonly string[]
  /** Hashes of the addresses for which a link was requested here, the latest first. */
  readonly asked: readonly string[]
}

/** What a browser has just done: the owner of an address has signed in, or a link for an address was requested. */
type Deed = { readonly signedIn?: string; readonly asked?: string }

/**
 * Recognizes the browsers in which the owner of an address has signed in by email before. They have limits of their
 * own, so that the requests and guesses of strangers do not lock the owner out. The cookie is not a session: it proves
 * only that a limit belongs to this browser.
 */
export type KnownBrowsers = Readonly<ReturnType<typeof createKnownBrowsers>>

const cookie = "browser"
const maxAgeMs = 180 * 24 * 3600 * 1000
const maxAddresses = 5

export function createKnownBrowsers({ cookies, keys, sealer, now }: Core) {
  const toText = (browserId: string, secret: unknown) => JSON.stringify([browserId, secret])

  const includes = async (hashes: readonly string[], email: string) =>
    hashes.length > 0 && (await keys.macs("address hash", email)).some((hash) => hashes.includes(hash))

  const add = async (hashes: readonly string[], email: string | undefined) => {
    const added = email === undefined ? [] : [await keys.mac("address hash", email)]
    return [...new Set([...added, ...hashes])].slice(0, maxAddresses)
  }

  return {
    /** Marks a link with the id of the browser that it is bound to. The mark reveals neither. */
    mark: (browserId: string, secret: string) => keys.mac("email browser", toText(browserId, secret)),

    isMarked: (browserId: string, secret: unknown, mark: unknown) =>
      keys.isMac("email browser", toText(browserId, secret), mark),

    async read(request: HasHeaders): Promise<KnownBrowser> {
      const opened = await sealer.open("sealed browser", cookies.read(request, cookie) ?? "")
      if (opened === null) return { id: randomToken(), isNew: true, addresses: [], asked: [] }
      return { asked: [], ...(opened as Pick<KnownBrowser, "id" | "addresses">), isNew: false }
    },

    hasSignedIn: ({ addresses }: KnownBrowser, email: string) => includes(addresses, email),

    /** Whether a link for the address was requested here, even if the request was refused. */
    hasAsked: ({ asked }: KnownBrowser, email: string) => includes(asked, email),

    /** The cookie of a browser. */
    async set(request: HasHeaders, { id, addresses, asked }: KnownBrowser, deed: Deed = {}) {
      const data: Json = {
        id,
        addresses: await add(addresses, deed.signedIn),
        asked: await add(asked, deed.asked),
      }
      const sealed = await sealer.seal("sealed browser", data, now() + maxAgeMs)
      return cookies.set(request, cookie, sealed, maxAgeMs / 1000)
    },
  }
}
