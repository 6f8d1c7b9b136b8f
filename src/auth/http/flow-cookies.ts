import type { Json } from "../../contract/fields.ts"
import type { Core } from "../core.ts"
import type { SealPurpose } from "../crypto/seal.ts"
import type { SetCookies } from "../results.ts"
import type { HasHeaders } from "./cookies.ts"

type FlowKind = "oauth" | "passkey" | "code"

/** Something that a browser has begun and only the same browser can finish. */
export type FlowCookies<T extends Json> = {
  /** The id must be one that nobody can guess; the data goes into a sealed cookie. */
  begin(request: HasHeaders, id: string, data: T): Promise<SetCookies>
  /** The data, and the cookies that forget it; `null` when this browser did not begin it, or too long ago. */
  finish(request: HasHeaders, id: string): Promise<{ readonly data: T; readonly cookies: SetCookies } | null>
}

// Several tabs may each be in the middle of something; more would only fill up the headers.
const maxFlows = 3

/** Each transaction has a cookie of its own, so that tabs do not get in each other's way. */
export function createFlowCookies<T extends Json>(
  { cookies, sealer, now }: Core,
  kind: FlowKind,
  maxAgeMs: number,
): FlowCookies<T> {
  const purpose: SealPurpose = `sealed ${kind}`
  // The time comes first, so that names sort by age.
  const nameOf = (at: number, id: string) => `${kind}.${at.toString(36).padStart(9, "0")}-${id.slice(0, 8)}`

  return {
    async begin(request, id, data) {
      const sealed = await sealer.seal(purpose, { id, data }, now() + maxAgeMs)
      const older = cookies
        .names(request, `${kind}.`)
        .sort()
        .reverse()
        .slice(maxFlows - 1)
      return [
        ...older.flatMap((name) => cookies.clear(request, name)),
        ...cookies.set(request, nameOf(now(), id), sealed, Math.ceil(maxAgeMs / 1000)),
      ]
    },

    async finish(request, id) {
      const mine = cookies.names(request, `${kind}.`).filter((name) => name.endsWith(`-${id.slice(0, 8)}`))
      for (const name of mine) {
        const opened = await sealer.open(purpose, cookies.read(request, name) ?? "")
        const { id: sealedId, data } = (opened ?? {}) as { id?: string; data?: T }
        if (sealedId === id && data !== undefined) return { data, cookies: cookies.clear(request, name) }
      }
      return null
    },
  }
}
