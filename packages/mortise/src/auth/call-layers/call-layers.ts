import type { RefusedFlow } from "../config/events.ts"
import type { Settings } from "../config/settings.ts"
import type { Core } from "../core/core.ts"
import { loadJose, loadOAuth, missingPackages, type PeerName } from "../core/optional-peers.ts"
import type { HasHeaders } from "../http/cookies.ts"
import type { Sessions } from "../sessions/sessions.ts"

/** Runs around every call of a public function. `next` runs the function, through the layers inside this one. */
export type CallLayer = <R>(next: () => Promise<R>, args: readonly unknown[]) => Promise<R>

type AsyncFunctions<G> = { readonly [Name in keyof G]: (...args: never[]) => Promise<unknown> }

/** The same functions, each inside the layers. The first layer is the outermost. */
export function addCallLayers<G extends AsyncFunctions<G>>(layers: readonly CallLayer[], group: G): G {
  const inLayers =
    <A extends readonly never[], R>(run: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      layers.reduceRight<() => Promise<R>>(
        (next, layer) => () => layer(next, args),
        () => run(...args),
      )()
  const wrapped = Object.entries<AsyncFunctions<G>[keyof G]>(group).map(([name, run]) => [
    name,
    inLayers(run),
  ])
  // `fromEntries` loses the names; each function has kept its type.
  return Object.fromEntries(wrapped) as G
}

/** Hides the result's cookies. */
export const hideCookiesOfResult: CallLayer = async (next) => hideCookies(await next())

/**
 * Changes the result so that its cookies do not serialize. They hold session tokens, which scripts must not read. An
 * application may send a whole result, as `Response.json` or a SvelteKit page does.
 */
export function hideCookies<R>(result: R): R {
  if (typeof result !== "object" || result === null || !("cookies" in result)) return result
  const { cookies } = result
  if (!Array.isArray(cookies)) return result
  // The list itself too, because a caller may copy it into an object of its own.
  Object.defineProperty(cookies, "toJSON", { value: toJSON })
  return Object.defineProperty(result, "cookies", { enumerable: false })
}

const toJSON = (): undefined => undefined

/**
 * Emits an event for each refusal, with the request and the session whose cookie the request carried. The email
 * functions emit their own, because they also know the address.
 */
export const createReportRefusals =
  ({ emit }: Core, { identify }: Sessions) =>
  (flow: RefusedFlow): CallLayer =>
  async (next, [request]) => {
    const result = await next()
    const reason = findReason(result)
    if (reason === undefined) return result
    const from = hasHeaders(request) ? request : undefined
    const carried = from && (await identify(from))
    emit({ type: "refused", flow, reason, ...carried }, from)
    return result
  }

/** The reason of a refusal. A pending sign-out is not one: it emits `signed_out`. */
function findReason(result: unknown): string | undefined {
  const { ok, reason } = (result ?? {}) as { ok?: unknown; reason?: unknown }
  return ok === false && typeof reason === "string" && reason !== "pending" ? reason : undefined
}

const hasHeaders = (value: unknown): value is HasHeaders =>
  typeof value === "object" && value !== null && "headers" in value && value.headers instanceof Headers

/** Throws `invalid` before a call if the settings need packages that are not installed. The error names them all. */
export function createCheckPeers(settings: Settings): CallLayer {
  const needed = neededPeers(settings)
  let passed = needed.length === 0

  const check = async (): Promise<void> => {
    if (passed) return
    const results = await Promise.allSettled(needed.map(([, load]) => load()))
    const missing = needed.map(([name]) => name).filter((_, index) => results[index]?.status === "rejected")
    const failure = results.find((result) => result.status === "rejected")
    if (failure) throw missingPackages(missing, failure.reason)
    passed = true
  }

  return async (next) => {
    await check()
    return next()
  }
}

type Peer = readonly [name: PeerName, load: () => Promise<unknown>]

function neededPeers({ session, providers }: Settings): Peer[] {
  const all = [...providers.values()]
  const logsOut = all.some((provider) => provider.type === "oidc" && (provider.logout ?? []).length > 0)
  const needed: Peer[] = []
  if (session.strategy === "jwt" || logsOut) needed.push(["jose", loadJose])
  if (providers.size > 0) needed.push(["oauth4webapi", loadOAuth])
  return needed
}
