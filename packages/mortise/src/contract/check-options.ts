import { closestName } from "../shared/closest-name.ts"
import { printable } from "../shared/printable.ts"
import { isSecureUrl } from "../shared/secure-url.ts"
import { throwInvalid } from "./throw-invalid.ts"

/**
 * Throws `invalid` for an option that a factory does not have, so that a typo is not silently ignored.
 *
 * @example
 * ```ts
 * import { checkOptionNames, sharedOptionNames } from "mortise/store"
 *
 * checkOptionNames("ownAdapter", { now: Date.now }, sharedOptionNames)
 * ```
 */
export function checkOptionNames(factory: string, options: unknown, optionNames: readonly string[]): void {
  if (options === undefined) return
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throwInvalid(`${factory}: the options must be an object such as { ${optionNames[0]} }.`)
  for (const name in options) {
    if (optionNames.includes(name)) continue
    const closest = closestName(name, optionNames)
    const advice = closest ? `did you mean "${closest}"?` : `its options are ${optionNames.join(", ")}.`
    throwInvalid(`${factory}: there is no option "${printable(name)}"; ${advice}`)
  }
}

/** An option in seconds as milliseconds. `name` is the option's, with its factory. */
export function toMilliseconds(name: string, seconds: number, min: number, max?: number): number {
  if (Number.isFinite(seconds) && seconds >= min && seconds <= (max ?? seconds)) return seconds * 1000
  const limits = max === undefined ? `, at least ${min}` : ` from ${min} to ${max}`
  return throwInvalid(`${name} must be a number of seconds${limits}.`)
}

/** The providers by their ids. `listUrls` returns the URLs of a provider, which must be safe to call. */
export function checkProviders<P extends { readonly id: string; readonly clientId: string }>(
  factory: string,
  providers: readonly P[],
  listUrls: (provider: P) => readonly string[],
): ReadonlyMap<string, P> {
  const byId = new Map(providers.map((provider) => [provider.id, provider]))
  if (byId.size < providers.length)
    throwInvalid(`${factory}: two providers have the same id: give each its own.`)
  for (const provider of providers) {
    const { id, clientId } = provider
    if (!id || !clientId) throwInvalid(`${factory}: each provider needs an id and a clientId.`)
    if (!listUrls(provider).every(isSecureUrl))
      throwInvalid(`${factory}: the URLs of the provider ${id} must start with https://.`)
  }
  return byId
}

/** A listener that throws or rejects does not affect the call that reports to it. */
export const ignoreFailures =
  <Args extends unknown[]>(listener: (...args: Args) => unknown) =>
  (...args: Args): void => {
    new Promise((resolve) => resolve(listener(...args))).catch(() => {})
  }
