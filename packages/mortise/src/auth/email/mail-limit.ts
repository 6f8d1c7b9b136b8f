import { networkOf } from "../../shared/network-of.ts"
import type { Core } from "../core.ts"
import type { Settings } from "../settings.ts"
import type { KnownBrowser, KnownBrowsers } from "./known-browsers.ts"

// The limit of all sources together, as a multiple of the limit of one source.
const allSources = 4

/**
 * Counts the mails to one address. A browser in which the owner has signed in before has a limit of its own, which
 * strangers cannot use up. Other requests are limited per network, or per browser if the network is unknown, and all of
 * them together, so that a stranger with many networks cannot flood the mailbox. The keys do not reveal the address.
 */
export function createMailLimit({ slots, keys, settings, now }: Core, browsers: KnownBrowsers) {
  const isAbove = async (most: number, perSeconds: number, ...source: string[]): Promise<boolean> => {
    if (!slots) return false
    const key = `auth/email-requests/${await keys.mac("email limit", JSON.stringify(source))}`
    return (await slots.increment(key, new Date(now() + perSeconds * 1000))) > most
  }

  type Options = Pick<NonNullable<Settings["email"]>, "limit">

  /** Whether this request for a mail must be refused. */
  const isAboveLimit = async (
    { limit: { most, perSeconds } }: Options,
    request: Request,
    browser: KnownBrowser,
    email: string,
  ): Promise<boolean> => {
    if (await browsers.hasSignedIn(browser, email))
      return isAbove(most, perSeconds, "known", email, browser.id)
    const address = settings.clientAddress(request)
    const source = address
      ? ["network", email, networkOf(address)]
      : ["browser", email, browser.isNew ? "" : browser.id]
    // The limit of all counts last: a source above its own limit does not use it up.
    return (
      (await isAbove(most, perSeconds, ...source)) || isAbove(most * allSources, perSeconds, "all", email)
    )
  }

  /** Whether this user requests too many changes of address, each of which also mails a notice. */
  const ofUser = ({ limit: { most, perSeconds } }: Options, userId: string): Promise<boolean> =>
    isAbove(most, perSeconds, "change", userId)

  return Object.assign(isAboveLimit, { ofUser })
}

export type MailLimit = ReturnType<typeof createMailLimit>
