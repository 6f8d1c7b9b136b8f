import { longestLifeMs } from "../config/longest-life.ts"
import type { Core } from "../core/core.ts"
import { readErrorCode } from "../core/errors.ts"
import type { HasHeaders, SetCookies } from "../http/cookies.ts"
import type { Strategy } from "./strategy.ts"

export type PendingSignOuts = {
  /** Adds sessions that could not be ended. They are stored in a sealed cookie, which is not a session. */
  add(request: HasHeaders, values: readonly string[]): Promise<SetCookies>
  /** Retries all pending sign-outs. The cookie stays until they succeed. */
  retry(request: HasHeaders): Promise<{ readonly done: boolean; readonly cookies: SetCookies }>
}

const cookie = "pending-sign-out"
const maxPending = 5

/**
 * Sign-outs that failed because the store was unavailable. The browser is signed out immediately, and its next request
 * ends the session in the store.
 */
export function createPendingSignOuts(
  { cookies, sealer, emit, now }: Core,
  strategy: Strategy,
): PendingSignOuts {
  const readPending = async (request: HasHeaders): Promise<string[]> => {
    const sealed = cookies.read(request, cookie)
    const references = sealed === undefined ? null : await sealer.open("sealed pending sign-out", sealed)
    return Array.isArray(references) ? (references as string[]) : []
  }

  return {
    async add(request, added) {
      try {
        const references = (await Promise.all(added.map(strategy.reference))).filter(
          (reference) => reference !== null,
        )
        const all = [...references, ...(await readPending(request))].slice(0, maxPending)
        const sealed = await sealer.seal("sealed pending sign-out", all, now() + longestLifeMs)
        return cookies.set(request, cookie, sealed, longestLifeMs / 1000)
      } catch (error) {
        // The caller must get the cookies that sign the browser out, whatever happens here.
        emit({ type: "operation_failed", operation: "pendingSignOut", code: readErrorCode(error) })
        return []
      }
    },

    async retry(request) {
      if (cookies.read(request, cookie) === undefined) return { done: true, cookies: [] }
      try {
        for (const reference of await readPending(request)) await strategy.endReferenced(reference)
        return { done: true, cookies: cookies.clear(request, cookie) }
      } catch (error) {
        emit({ type: "operation_failed", operation: "deleteSession", code: readErrorCode(error) })
        return { done: false, cookies: [] }
      }
    },
  }
}
