import type { Json } from "../../contract/fields.ts"
import type { Sealer, SealPurpose } from "../crypto/seal.ts"
import type { Cookies, HasHeaders, SetCookies } from "./cookies.ts"

type Parts = { readonly cookies: Cookies; readonly sealer: Sealer; readonly now: () => number }

type FlowKind = "oauth" | "passkey" | "sign-out"

/** The state of a flow that one browser begins and only the same browser can finish. */
export type FlowCookies<T extends Json> = {
  /** Seals the data into a cookie. The id must be unguessable. */
  begin(request: HasHeaders, id: string, data: T): Promise<SetCookies>
  /** The data, and the cookies that delete it; `null` when this browser did not begin the flow, or it has expired. */
  finish(request: HasHeaders, id: string): Promise<{ readonly data: T; readonly cookies: SetCookies } | null>
}

// Several tabs may each have a flow. More of them would only fill the request headers.
const maxFlows = 3
// Tabs that begin together do not see each other's flows, so there may be more. The next requests delete the rest.
const maxCleared = 8

/** Each flow has its own cookie, so that tabs do not overwrite each other's state. */
export function createFlowCookies<T extends Json>(
  { cookies, sealer, now }: Parts,
  kind: FlowKind,
  maxAgeMs: number,
): FlowCookies<T> {
  const purpose: SealPurpose = `sealed ${kind}`
  // The name starts with the time, so that names sort by age.
  const formatName = (at: number, id: string) =>
    `${kind}.${at.toString(36).padStart(9, "0")}-${id.slice(0, 8)}`
  const form = new RegExp(`^${kind}\\.[0-9a-z]{9}-[\\w-]{8}$`)
  const names = (request: HasHeaders) => cookies.names(request, `${kind}.`).filter((name) => form.test(name))

  return {
    async begin(request, id, data) {
      const sealed = await sealer.seal(purpose, { id, data }, now() + maxAgeMs)
      const older = names(request)
        .sort()
        .reverse()
        .slice(maxFlows - 1)
      return [
        ...older.flatMap((name) => cookies.clear(request, name)).slice(-maxCleared),
        ...cookies.set(request, formatName(now(), id), sealed, Math.ceil(maxAgeMs / 1000)),
      ]
    },

    async finish(request, id) {
      const [name, another] = names(request).filter((cookieName) => cookieName.endsWith(`-${id.slice(0, 8)}`))
      // The id is unguessable, so a second cookie of this flow is not ours.
      if (name === undefined || another !== undefined) return null
      const opened = await sealer.open(purpose, cookies.read(request, name) ?? "")
      const { id: sealedId, data } = (opened ?? {}) as { id?: string; data?: T }
      return sealedId === id && data !== undefined ? { data, cookies: cookies.clear(request, name) } : null
    },
  }
}
