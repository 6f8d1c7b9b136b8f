import { throwInvalid } from "../../contract/throw-invalid.ts"
import { findValues, stripBlanks } from "../../shared/find-cookies.ts"
import { createOwnCookies, type OwnCookies } from "./own-cookies.ts"

/** A request, or any object with its headers. */
export type HasHeaders = { readonly headers: Headers }

/**
 * Values of the `Set-Cookie` header. Send each in its own header, for example with `cookieHeaders`. They do not
 * serialize: JSON, logs and copies of a result, such as `{ ...result }`, leave them out.
 */
export type SetCookies = readonly string[]

/** The cookies of one origin. `set` and `clear` return values of `Set-Cookie`, one for each header. */
export type Cookies = {
  /** The value; `undefined` if the request has no such cookie, has it twice, or has too many cookies of ours. */
  read(request: HasHeaders, name: string): string | undefined
  /**
   * The request's distinct values for this name that are `possible`. If there are more than four, it returns the first
   * two and the last two, and `isAll` is false.
   */
  readSeveral(
    request: HasHeaders,
    name: string,
    possible: (value: string) => boolean,
  ): { readonly values: string[]; readonly isAll: boolean }
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

// Servers accept 8 to 16 KiB of headers in all.
const maxParts = 3

/**
 * `__Host-` cookies: secure, HTTP-only and limited to this host. Over plain http (localhost only) browsers reject that
 * prefix, so it is left out. A tenant has cookies of its own. A long value is split into numbered parts, and the cookie itself then holds the number of
 * parts, so that a part of an older value is never read.
 */
export function createCookies(origin: string, tenant?: string): Cookies {
  const secure = origin.startsWith("https:")
  // Tenants may share a host. Their names contain no dot.
  const prefix = `${secure ? "__Host-" : ""}mortise.${tenant === undefined ? "" : `${tenant}.`}`
  const attributes = `Path=/; HttpOnly;${secure ? " Secure;" : ""} SameSite=Lax`
  const line = (name: string, value: string, seconds: number) =>
    `${prefix}${name}=${value}; Max-Age=${seconds}; ${attributes}`

  const ownCookies = createOwnCookies(prefix)

  const names: Cookies["names"] = (request, start) =>
    [...ownCookies(request.headers).values.keys()].filter((name) => name.startsWith(start))

  const leftOver = (request: HasHeaders, name: string, parts: number) =>
    names(request, `${name}.`).filter(
      (cookieName) => isPart(cookieName, name) && Number(cookieName.slice(name.length + 1)) > parts,
    )

  return {
    names,

    readSeveral: (request, name, possible) =>
      severalValues(request.headers.get("cookie") ?? "", ownCookies(request.headers), prefix, name, possible),

    isAmbiguous(request, name) {
      const { values, isCut } = ownCookies(request.headers)
      return (
        isCut ||
        [...values].some(
          ([cookieName, all]) =>
            all.length > 1 &&
            (cookieName === name || (cookieName.startsWith(`${name}.`) && isPart(cookieName, name))),
        )
      )
    },

    read(request, name) {
      const cookies = ownCookies(request.headers)
      const value = cookies.isCut ? undefined : only(cookies.values.get(name))
      return value === undefined ? undefined : joinParts(cookies, name, value)
    },

    set(request, name, value, seconds) {
      const parts =
        value.length > maxPartLength ? (value.match(new RegExp(`.{1,${maxPartLength}}`, "g")) ?? []) : []
      if (parts.length > maxParts)
        throwInvalid(
          `The ${name} cookie would have more than ${maxPartLength * maxParts} bytes: shorten the user's fields, or use \`strategy: "database"\`.`,
        )
      return [
        ...leftOver(request, name, parts.length).map((cookieName) => line(cookieName, "", 0)),
        ...parts.map((part, at) => line(`${name}.${at + 1}`, part, seconds)),
        line(name, parts.length > 0 ? `~${parts.length}` : value, seconds),
      ]
    },

    clear: (request, name) =>
      [name, ...leftOver(request, name, 0)].map((cookieName) => line(cookieName, "", 0)),
  }
}

const isPart = (name: string, whole: string): boolean => /^[1-9]$/.test(name.slice(whole.length + 1))

/** Browsers accept 4,096 bytes for name, value and attributes. */
const maxPartLength = 3800

/** What `Cookies.readSeveral` returns. The texts of values are made only until enough of them are found. */
function severalValues(
  header: string,
  cookies: OwnCookies,
  prefix: string,
  name: string,
  possible: (value: string) => boolean,
): { readonly values: string[]; readonly isAll: boolean } {
  const positions = findValues(header, prefix + name)
  const count = positions.length / 2
  const textAt = (index: number) =>
    stripBlanks(header, positions[2 * index] ?? 0, positions[2 * index + 1] ?? 0)
  const readText = (text: string) => {
    const value = joinParts(cookies, name, text)
    return value !== undefined && possible(value) ? value : undefined
  }
  const first = takeDifferent(count, 5, textAt, readText)
  if (first.length < 5) return { values: first, isAll: true }
  const last = takeDifferent(count, 2, (index) => textAt(count - 1 - index), readText)
  return { values: [...new Set([...first.slice(0, 2), ...last])], isAll: false }
}

/** The different values of the first texts, up to `most`. */
function takeDifferent(
  count: number,
  most: number,
  textAt: (index: number) => string,
  readText: (text: string) => string | undefined,
): string[] {
  const values = new Set<string>()
  const inParts = new Set<string>()
  for (let index = 0; index < count && values.size < most; index++) {
    const text = textAt(index)
    // A value in parts is long, and a request may have hundreds of cookies for it.
    if (text.length === 2 && inParts.has(text)) continue
    if (text.length === 2) inParts.add(text)
    const value = readText(text)
    if (value !== undefined) values.add(value)
  }
  return [...values]
}

/** The whole value, if it can be ours. Parts are put together. */
function joinParts({ values }: OwnCookies, name: string, value: string): string | undefined {
  const parts = value.length === 2 ? value.match(/^~([1-9])$/)?.[1] : undefined
  if (!parts) return isPossible(value) ? value : undefined
  const all = Array.from({ length: Number(parts) }, (_, at) => only(values.get(`${name}.${at + 1}`)))
  return all.every(isPossible) ? all.join("") : undefined
}

/** The only value; `undefined` if there are none or several. */
const only = (values: readonly string[] | undefined): string | undefined =>
  values?.length === 1 ? values[0] : undefined

/** Whether `set` can have written this value: a longer one is not worth decrypting. */
const isPossible = (value: string | undefined): boolean =>
  value !== undefined && value.length <= maxPartLength
