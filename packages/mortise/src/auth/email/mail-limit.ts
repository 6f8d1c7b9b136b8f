import { networksOf } from "../../shared/network-of.ts"
import type { Settings } from "../config/settings.ts"
import type { Core } from "../core/core.ts"
import type { KnownBrowser, KnownBrowsers } from "./known-browsers.ts"

// The limit of all sources together, as a multiple of the limit of one source.
const allSources = 4
// The limit of all IPv6 networks that a customer may have, as a multiple of the limit of one network.
const allNetworks = 2
const reserveMs = 600_000

/** Whether a mail may be sent. `reserve`: strangers may have used up the limit, so any browser may use its code. */
export type MailAllowance = "allowed" | "reserve" | "refused"

type Limit = { readonly most: number; readonly perSeconds: number }

/** Where a request comes from. `share` is the multiple of the limit that this source has. */
type Source = { readonly name: readonly string[]; readonly share: number }

/**
 * Counts the mails to one address, and the mails that one source requests for all addresses. A browser in which the
 * owner has signed in before has a limit of its own, which strangers cannot use up. Other requests are limited per
 * network, or per browser if the network is unknown, and all of them together, so that a stranger with many networks
 * cannot flood the mailbox. When strangers have used that up, the address still gets one mail in ten minutes. Every
 * request is counted before the mail is sent, and the returned number decides. The keys do not reveal the address.
 */
export function createMailLimit({ slots, keys, settings, now }: Core, browsers: KnownBrowsers) {
  const keyOf = async (...name: readonly string[]) =>
    `auth/email-requests/${await keys.mac("email limit", JSON.stringify(name))}`

  const isAbove = async ({ most, perSeconds }: Limit, ...name: readonly string[]): Promise<boolean> =>
    slots !== undefined &&
    (await slots.increment(await keyOf(...name), new Date(now() + perSeconds * 1000))) > most

  const isAnyAbove = async (
    sources: readonly Source[],
    { most, perSeconds }: Limit,
    ...about: readonly string[]
  ): Promise<boolean> => {
    const above = await Promise.all(
      sources.map(({ name, share }) => isAbove({ most: most * share, perSeconds }, ...name, ...about)),
    )
    return above.includes(true)
  }

  /** The sources of a request; none if it could come from anyone. */
  const sourcesOf = (request: Request, browser: KnownBrowser): Source[] => {
    const address = settings.clientAddress(request)
    if (!address) return browser.isNew ? [] : [{ name: ["browser", browser.id], share: 1 }]
    const [network, ofCustomer] = networksOf(address)
    return [
      { name: ["network", network], share: 1 },
      ...(ofCustomer === undefined ? [] : [{ name: ["network", ofCustomer], share: allNetworks }]),
    ]
  }

  type Options = Pick<NonNullable<Settings["email"]>, "limit" | "sourceLimit">

  /** Takes the one mail per ten minutes that an address still gets when the limit of all sources is used up. */
  const takeReserve = async (email: string): Promise<MailAllowance> => {
    const reserve = { key: await keyOf("reserve", email), expires: new Date(now() + reserveMs) }
    return (await slots?.claim(reserve)) ? "reserve" : "refused"
  }

  /** Counts a request for a mail. */
  const countMail = async (
    { limit, sourceLimit }: Options,
    request: Request,
    browser: KnownBrowser,
    email: string,
  ): Promise<MailAllowance> => {
    if (await browsers.hasSignedIn(browser, email))
      return (await isAbove(limit, "known", email, browser.id)) ? "refused" : "allowed"
    const all = { ...limit, most: limit.most * allSources }
    const sources = sourcesOf(request, browser)
    if (sources.length === 0 && (await isAbove(limit, "anyone", email))) {
      // The response gives this browser its own limit, which does not help once the limit of all browsers is used up.
      const requests = (await slots?.read(await keyOf("all", email)))?.count ?? 0
      return requests < all.most ? "refused" : takeReserve(email)
    }
    // The limit of all sources counts last: a source above its own limit neither uses it up nor fills the store.
    if (await isAnyAbove(sources, sourceLimit)) return "refused"
    if (await isAnyAbove(sources, limit, email)) return "refused"
    return (await isAbove(all, "all", email)) ? takeReserve(email) : "allowed"
  }

  /** Whether this user requests too many changes of address, each of which also mails a notice. */
  const isAboveLimitOfUser = ({ limit }: Options, userId: string): Promise<boolean> =>
    isAbove(limit, "change", userId)

  return { countMail, isAboveLimitOfUser }
}

export type MailLimit = ReturnType<typeof createMailLimit>
