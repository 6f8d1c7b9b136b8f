import { findCookies } from "../../shared/find-cookies.ts"

/** The cookies of ours in a request. */
export type OwnCookies = {
  /**
   * All values of each name, without the prefix. A host has at most one `__Host-` cookie with a given name. So another
   * host has set a second one in a way that evades the prefix, and it is unknown which of the two is ours.
   */
  readonly values: ReadonlyMap<string, readonly string[]>
  /** Whether there may be more, which were not read. */
  readonly isCut: boolean
}

// An application has about twenty cookies of ours, and headers of 16 KiB have room for about forty of usual length.
const maxCookies = 64

/** Parses a request's header once, because a flow reads several cookies of it. */
export function createOwnCookies(prefix: string): (headers: Headers) => OwnCookies {
  const parsed = new WeakMap<Headers, { readonly header: string; readonly cookies: OwnCookies }>()
  return (headers) => {
    const header = headers.get("cookie") ?? ""
    const cacheEntry = parsed.get(headers)
    if (cacheEntry?.header === header) return cacheEntry.cookies
    const cookies = parse(header, prefix)
    parsed.set(headers, { header, cookies })
    return cookies
  }
}

function parse(header: string, prefix: string): OwnCookies {
  const { pairs, isCut } = findCookies(header, prefix, maxCookies)
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const short = name.slice(prefix.length)
    const existing = values.get(short)
    if (existing) existing.push(value)
    else values.set(short, [value])
  }
  return { values, isCut }
}
