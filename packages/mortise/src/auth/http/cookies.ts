import { MortiseError } from "../../contract/errors.ts"

/** A request, or any object with its headers. */
export type HasHeaders = { readonly headers: Headers }

/** The cookies of one origin. `set` and `clear` return values of `Set-Cookie`, one for each header. */
export type Cookies = {
  /** The value; `undefined` if the request has no such cookie, or has it twice. */
  read(request: HasHeaders, name: string): string | undefined
  /** Every value that the request has for this name. */
  readAll(request: HasHeaders, name: string): string[]
  /** Whether the request has this cookie, or a part of it, twice: another host may have set one of them. */
  isAmbiguous(request: HasHeaders, name: string): boolean
  /** The names of the cookies that start with `prefix`. Names here never include `__Host-mortise.`. */
  names(request: HasHeaders, prefix: string): string[]
  set(request: HasHeaders, name: string, value: string, seconds: number): string[]
  clear(request: HasHeaders, name: string): string[]
}

// Browsers accept 4,096 bytes for name, value and attributes; servers accept 8 to 16 KiB of headers in all.
const maxPartLength = 3800
const maxParts = 3

/**
 * `__Host-` cookies: secure, HTTP-only and limited to this host. Over plain http (localhost only) browsers reject that
 * prefix, so it is left out. A long value is split into numbered parts, and the cookie itself then holds the number of
 * parts, so that a part of an older value is never read.
 */
export function createCookies(origin: string): Cookies {
  const secure = origin.startsWith("https:")
  const prefix = secure ? "__Host-mortise." : "mortise."
  const attributes = `Path=/; HttpOnly;${secure ? " Secure;" : ""} SameSite=Lax`
  const line = (name: string, value: string, seconds: number) =>
    `${prefix}${name}=${value}; Max-Age=${seconds}; ${attributes}`

  const names: Cookies["names"] = (request, start) =>
    [...parse(request).keys()]
      .filter((name) => name.startsWith(prefix + start))
      .map((name) => name.slice(prefix.length))

  const leftOver = (request: HasHeaders, name: string, parts: number) =>
    names(request, `${name}.`).filter(
      (each) => isPart(each, name) && Number(each.slice(name.length + 1)) > parts,
    )

  const readAll: Cookies["readAll"] = (request, name) => {
    const cookies = parse(request)
    return (cookies.get(prefix + name) ?? []).flatMap((value) => {
      const parts = value.match(/^~([1-9])$/)?.[1]
      if (!parts) return [value]
      const all = Array.from({ length: Number(parts) }, (_, at) =>
        only(cookies.get(`${prefix}${name}.${at + 1}`)),
      )
      return all.includes(undefined) ? [] : [all.join("")]
    })
  }

  return {
    names,
    readAll,

    isAmbiguous: (request, name) =>
      [...parse(request)].some(
        ([each, values]) =>
          values.length > 1 &&
          (each === prefix + name || (each.startsWith(`${prefix}${name}.`) && isPart(each, prefix + name))),
      ),

    read: (request, name) =>
      only(parse(request).get(prefix + name)) === undefined ? undefined : only(readAll(request, name)),

    set(request, name, value, seconds) {
      const parts =
        value.length > maxPartLength ? (value.match(new RegExp(`.{1,${maxPartLength}}`, "g")) ?? []) : []
      if (parts.length > maxParts)
        throw new MortiseError(
          "invalid",
          `The ${name} cookie would have more than ${maxPartLength * maxParts} bytes: shorten the user's fields, or use \`strategy: "database"\`.`,
        )
      return [
        ...leftOver(request, name, parts.length).map((each) => line(each, "", 0)),
        ...parts.map((part, at) => line(`${name}.${at + 1}`, part, seconds)),
        line(name, parts.length > 0 ? `~${parts.length}` : value, seconds),
      ]
    },

    clear: (request, name) => [name, ...leftOver(request, name, 0)].map((each) => line(each, "", 0)),
  }
}

const isPart = (name: string, whole: string): boolean => /^[1-9]$/.test(name.slice(whole.length + 1))

/** The only value; `undefined` if there are none or several. */
const only = (values: readonly string[] | undefined): string | undefined =>
  values?.length === 1 ? values[0] : undefined

/**
 * All values of each name. A host has at most one `__Host-` cookie of a name, so a second one was set by another host
 * in a way that evades the prefix, and which of the two is ours is unknown. Only spaces and tabs surround a name:
 * `trim` would also remove characters such as U+00A0, and so accept `\u00a0__Host-…`, which any sibling host can set.
 */
function parse({ headers }: HasHeaders): Map<string, string[]> {
  const cookies = new Map<string, string[]>()
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const at = pair.indexOf("=")
    if (at <= 0) continue
    const name = stripBlanks(pair.slice(0, at))
    cookies.set(name, [...(cookies.get(name) ?? []), stripBlanks(pair.slice(at + 1))])
  }
  return cookies
}

const stripBlanks = (text: string): string => text.replace(/^[ \t]+|[ \t]+$/g, "")
