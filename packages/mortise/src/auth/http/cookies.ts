import { MortiseError } from "../../contract/errors.ts"
import { findCookies } from "../../shared/find-cookies.ts"
import { createOwnCookies, type OwnCookies } from "./own-cookies.ts"

/** A request, or any object with its headers. */
export type HasHeaders = { readonly headers: Headers }

/** The cookies of one origin. `set` and `clear` return values of `Set-Cookie`, one for each header. */
export type Cookies = {
  /** The value; `undefined` if the request has no such cookie, has it twice, or has too many cookies of ours. */
  read(request: HasHeaders, name: string): string | undefined
  /** The different values that the request has for this name, however many cookies it has. */
  readAll(request: HasHeaders, name: string): string[]
  /**
   * Whether the request has this cookie, or a part of it, twice: another host may have set one of them. With too many
   * cookies of ours, the second one may be among those that were not read.
   */
  isAmbiguous(request: HasHeaders, name: string): boolean
  /**
   * The names of the cookies that start with `prefix`, up to the limit of cookies. Names here never include
   * `__Host-mortise.`.
   */
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

  const ownCookies = createOwnCookies(prefix)

  const names: Cookies["names"] = (request, start) =>
    [...ownCookies(request.headers).values.keys()].filter((name) => name.startsWith(start))

  const leftOver = (request: HasHeaders, name: string, parts: number) =>
    names(request, `${name}.`).filter(
      (each) => isPart(each, name) && Number(each.slice(name.length + 1)) > parts,
    )

  return {
    names,

    readAll(request, name) {
      const header = request.headers.get("cookie") ?? ""
      const { pairs } = findCookies(header, `${prefix}${name}=`, Number.POSITIVE_INFINITY)
      return [...new Set(pairs.map(([, value]) => value))].flatMap((value) =>
        joinParts(ownCookies(request.headers), name, value),
      )
    },

    isAmbiguous(request, name) {
      const { values, isCut } = ownCookies(request.headers)
      return (
        isCut ||
        [...values].some(
          ([each, all]) =>
            all.length > 1 && (each === name || (each.startsWith(`${name}.`) && isPart(each, name))),
        )
      )
    },

    read(request, name) {
      const own = ownCookies(request.headers)
      const value = own.isCut ? undefined : only(own.values.get(name))
      return value === undefined ? undefined : joinParts(own, name, value)[0]
    },

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

/** The whole value, if it can be ours. */
function joinParts({ values }: OwnCookies, name: string, value: string): string[] {
  const parts = value.match(/^~([1-9])$/)?.[1]
  if (!parts) return isPossible(value) ? [value] : []
  const all = Array.from({ length: Number(parts) }, (_, at) => only(values.get(`${name}.${at + 1}`)))
  return all.every(isPossible) ? [all.join("")] : []
}

const isPart = (name: string, whole: string): boolean => /^[1-9]$/.test(name.slice(whole.length + 1))

/** The only value; `undefined` if there are none or several. */
const only = (values: readonly string[] | undefined): string | undefined =>
  values?.length === 1 ? values[0] : undefined

/** Whether `set` can have made this value: a longer one is not worth decrypting. */
const isPossible = (value: string | undefined): boolean =>
  value !== undefined && value.length <= maxPartLength
