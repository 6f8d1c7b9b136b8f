import { checkOptionNames, toMilliseconds } from "../../contract/check-options.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { parseUrl } from "../../shared/secure-url.ts"
import { toAddress, toAudience } from "../protocol/audience.ts"
import { buildRoot } from "../protocol/call.ts"
import { insecureWithoutAuthentication, insecureWithoutTls } from "../protocol/insecure.ts"
import { isWeak, strongSecret } from "../protocol/weak-secret.ts"
import { type HttpOptions, httpOptionNames } from "./http-options.ts"

/** The checked options, with every default filled in. */
export type Settings = Readonly<ReturnType<typeof readSettings>>

// A timer with a longer delay fires immediately.
const longestTimerSeconds = Math.floor((2 ** 31 - 1) / 1000)

// Looked up at each call: frameworks replace the global fetch after this module was loaded.
const globalFetch: typeof fetch = (...args) => globalThis.fetch(...args)

export function readSettings(options: HttpOptions, tenant?: string) {
  checkOptionNames("httpAdapter", options, httpOptionNames)
  const { timeoutSeconds = 10, retries = 2, maxResponseBytes = 16 * 1024 * 1024 } = options
  if (!(Number.isInteger(retries) && retries >= 0))
    throwInvalid("httpAdapter: `retries` must be a whole number, 0 for none.")
  const address = checkedAddress(options)
  const root = buildRoot(tenant)
  return {
    /** Ends in the root and a slash. */
    endpoint: address + root,
    /** The path from the version on, which is signed. */
    root,
    ...readCredentials(options, address),
    fetch: options.fetch ?? globalFetch,
    timeoutMs: toMilliseconds("httpAdapter: `timeoutSeconds`", timeoutSeconds, 0.001, longestTimerSeconds),
    retries,
    breaker: readBreaker(options),
    maxResponseBytes,
    /** A monotonic clock, in milliseconds. */
    now: () => performance.now(),
  }
}

function readBreaker({ breaker = {} }: HttpOptions) {
  if (breaker === false) return undefined
  const { failures = 5, pauseSeconds = 1 } = breaker
  if (!(Number.isInteger(failures) && failures > 0))
    throwInvalid("httpAdapter: `breaker.failures` must be a whole number above 0.")
  return { failures, pauseMs: toMilliseconds("httpAdapter: `breaker.pauseSeconds`", pauseSeconds, 0.001) }
}

/** The origin and the mount path of the server. */
function checkedAddress(options: HttpOptions): string {
  const url =
    parseUrl(String(options.url)) ??
    throwInvalid("httpAdapter: `url` must be the address of the server, such as https://data.example.")
  if (url.username || url.password || url.search || url.hash)
    throwInvalid(
      "httpAdapter: `url` must not contain a user, password, query or fragment: URLs end up in logs.",
    )
  const isNear = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  if (url.protocol !== "https:" && !(url.protocol === "http:" && (isNear || options[insecureWithoutTls])))
    throwInvalid(
      "httpAdapter: `url` must start with https://, or the key could be read on the network; see insecureWithoutTls.",
    )
  return toAddress(url)
}

/** How the client authenticates: with a key, with signatures, or not at all. `address` is the default audience of signed requests. */
function readCredentials(options: HttpOptions, address: string) {
  const { key, signing } = options
  if (key !== undefined && signing !== undefined)
    throwInvalid("httpAdapter: give `key` or `signing`, not both.")
  if (key !== undefined) checkKey(key)
  else if (signing === undefined && options[insecureWithoutAuthentication] !== true)
    throwInvalid(
      "httpAdapter: `key` is missing: create one with createServiceKey, and give its record to the server.",
    )
  return { key, signing: signing && checkedSigning(signing, address) }
}

function checkKey(key: string): void {
  if (!/^[\x21-\x7e]+$/.test(key)) throwInvalid("httpAdapter: `key` must be a service key: mrt_….")
  if (isWeak(key))
    throwInvalid(`httpAdapter: \`key\` must have ${strongSecret}: create one with createServiceKey.`)
}

function checkedSigning({ id, secret, audience }: NonNullable<HttpOptions["signing"]>, address: string) {
  if (!/^[\w-]{1,64}$/.test(id))
    throwInvalid("httpAdapter: `signing.id` must be 1 to 64 letters, digits, _ and -.")
  if (secret.length < 32 || isWeak(secret))
    throwInvalid(`httpAdapter: \`signing.secret\` must be at least 32 characters long, with ${strongSecret}.`)
  return {
    id,
    secret,
    audience:
      toAudience(audience ?? address) ??
      throwInvalid(
        "httpAdapter: `signing.audience` must be the `audience` of the server: 1 to 512 visible characters.",
      ),
  }
}
