import type { LimitOptions } from "../../contract/slots.ts"
import { toNetworks } from "../../shared/to-network.ts"
import type { Settings } from "../config/settings.ts"
import type { Core } from "../core/core.ts"
import { isInternalClient } from "../http/client-address.ts"
import type { KnownBrowser, KnownBrowsers } from "./known-browsers.ts"

// The limit of all sources together, as a multiple of the limit of one source.
const allSources = 4
// The limit of all IPv6 networks that a customer may have, as a multiple of the limit of one network.
const allNetworks = 2
const reserveMs = 600_000

/**
 * Whether a mail may be sent. `reserve`: strangers may have used up the limit, so any browser may use its code. `owners`:
 * only a reserve mail to an address with a user, and the result must not show whether it was sent.
 */
export type MailAllowance = "allowed" | "reserve" | "owners" | "refused"

/** Where a request comes from. `share` is the multiple of the limit that this source has. */
type Source = { readonly name: readonly string[]; readonly share: number }

/** Counts in slots, whose keys do not reveal what is counted. */
function createCounters({ slots, keys, now }: Core) {
  const buildKey = async (...name: readonly string[]) =>
    `auth/email-requests/${await keys.mac("email limit", JSON.stringify(name))}`

  const isAbove = async ({ max, perSeconds }: LimitOptions, ...name: readonly string[]): Promise<boolean> =>
    slots !== undefined &&
    (await slots.increment(await buildKey(...name), new Date(now() + perSeconds * 1000))) > max

  const isAnyAbove = async (
    sources: readonly Source[],
    { max, perSeconds }: LimitOptions,
    ...about: readonly string[]
  ): Promise<boolean> => {
    const above = await Promise.all(
      sources.map(({ name, share }) => isAbove({ max: max * share, perSeconds }, ...name, ...about)),
    )
    return above.includes(true)
  }

  const readCount = async (...name: readonly string[]): Promise<number> =>
    (await slots?.read(await buildKey(...name)))?.count ?? 0

  return { keyOf: buildKey, countOf: readCount, isAbove, isAnyAbove }
}

/**
 * Counts the mails to one address, and the mails that one source requests for all addresses. A browser in which the
 * owner has signed in before has a limit of its own, which strangers cannot use up. Other requests are limited per
 * network, or per browser if the network is unknown, and all of them together, so that a stranger with many networks
 * cannot flood the mailbox. When strangers have used that up, the address still gets one mail in ten minutes. Mails for
 * clients whose network is unknown are also counted all together. Every request is counted before the mail is sent, and
 * the returned number decides. The keys do not reveal the address.
 */
export function createMailLimit(core: Core, browsers: KnownBrowsers) {
  const { slots, settings, now } = core
  const warnOfAddress = createAddressWarning(settings)
  const { keyOf: buildKey, countOf: readCount, isAbove, isAnyAbove } = createCounters(core)

  /** The sources of a request; none if it could come from anyone. */
  const listSources = (address: string | undefined, browser: KnownBrowser): Source[] => {
    if (!address) return browser.isNew ? [] : [{ name: ["browser", browser.id], share: 1 }]
    const [network, ofCustomer] = toNetworks(address)
    return [
      { name: ["network", network], share: 1 },
      ...(ofCustomer === undefined ? [] : [{ name: ["network", ofCustomer], share: allNetworks }]),
    ]
  }

  type Options = Pick<NonNullable<Settings["email"]>, "limit" | "clientLimit" | "overallLimit">

  /** Takes the one mail per ten minutes that an address still gets when a limit of all sources is used up. */
  const takeReserve = async (email: string): Promise<"reserve" | "refused"> => {
    const reserve = { key: await buildKey("reserve", email), expires: new Date(now() + reserveMs) }
    return (await slots?.claim(reserve))?.ok ? "reserve" : "refused"
  }

  const countForAddress = async (
    { limit, clientLimit }: Options,
    sources: readonly Source[],
    email: string,
  ): Promise<MailAllowance> => {
    const all = { ...limit, max: limit.max * allSources }
    if (sources.length === 0 && (await isAbove(limit, "anyone", email)))
      // The response gives this browser its own limit, which does not help once the limit of all browsers is used up.
      return (await readCount("all", email)) < all.max ? "refused" : takeReserve(email)
    // The limit of all sources counts last: a source above its own limit neither uses it up nor fills the store.
    if (await isAnyAbove(sources, clientLimit)) return "refused"
    if (await isAnyAbove(sources, limit, email)) return "refused"
    return (await isAbove(all, "all", email)) ? takeReserve(email) : "allowed"
  }

  /** Counts a request for a mail. */
  const countMail = async (
    options: Options,
    request: Request,
    browser: KnownBrowser,
    email: string,
  ): Promise<MailAllowance> => {
    const { limit, overallLimit } = options
    const address = settings.clientAddress(request)
    warnOfAddress(request, address)
    if (await browsers.hasSignedIn(browser, email))
      return (await isAbove(limit, "known", email, browser.id)) ? "refused" : "allowed"
    const sources = listSources(address, browser)
    if (address) return countForAddress(options, sources, email)
    // Read first: above the limit, requests for ever new addresses do not fill the store.
    if ((await readCount("overall")) >= overallLimit.max) return "owners"
    const allowance = await countForAddress(options, sources, email)
    // Requests that are refused anyway must not use it up, and the reserve mail has been taken.
    if (allowance !== "allowed") return allowance
    return (await isAbove(overallLimit, "overall")) ? "owners" : "allowed"
  }

  /** Whether this user requests too many changes of address, each of which also mails a notice. */
  const isAboveLimitOfUser = ({ limit }: Options, userId: string): Promise<boolean> =>
    isAbove(limit, "change", userId)

  return { countMail, takeReserve, isAboveLimitOfUser }
}

// The headers in which proxies pass on the address of the client.
const forwarding = ["forwarded", "x-forwarded-for", "x-real-ip"]

/**
 * Creates the function that warns once if requests cannot be told apart by their network. A client can send these
 * headers too, so they cause a warning and decide nothing.
 */
export function createAddressWarning({
  warn,
  origin,
  hasClientAddress,
}: Pick<Settings, "warn" | "origin" | "hasClientAddress">) {
  const isLocal = new URL(origin).protocol === "http:"
  let hasWarned = false

  const findProblem = (request: Request, address: string | undefined): string | undefined => {
    const forwarded = forwarding.flatMap((name) => request.headers.get(name) ?? []).join()
    if (address)
      return forwarded === "" || hasClientAddress || forwarded.includes(address) ? undefined : proxyIsCounted
    // A developer's own browser.
    return isLocal && isInternalClient(request) && forwarded === "" ? undefined : unknownAddress
  }

  return (request: Request, address: string | undefined): void => {
    const problem = hasWarned ? undefined : findProblem(request, address)
    if (problem === undefined) return
    hasWarned = true
    warn(problem)
  }
}

const advice =
  'Pass clientAddress to createAuth, a function that reads the header which your own proxy overwrites; in Express, set the number of your proxies: app.set("trust proxy", 1).'

const unknownAddress = `mortise/auth: the network address of clients is not known, so the mails of all new browsers count together against email.overallLimit. ${advice}`

const proxyIsCounted = `mortise/auth: a proxy forwards the requests, and its own address is counted as the one of every client, so one visitor can use up everybody's email.clientLimit. ${advice}`
