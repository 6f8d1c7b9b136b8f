import type { Core } from "../core.ts"
import { codeOf } from "../errors.ts"
import type { HasHeaders } from "../http/cookies.ts"
import type { SetCookies } from "../results.ts"
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
 * Sign-outs that failed because the store was unavailable. The browser is signed out at once, and its next request
 * ends the session in the store.
 */
export function createPendingSignOuts(
  { settings, cookies, sealer, emit, now }: Core,
  strategy: Strategy,
): PendingSignOuts {
  const readPending = async (request: HasHeaders): Promise<string[]> => {
    const sealed = cookies.read(request, cookie)
    const values = sealed === undefined ? null : await sealer.open("sealed pending sign-out", sealed)
    return Array.isArray(values) ? (values as string[]) : []
  }

  return {
    async add(request, added) {
      const { absoluteMaxAgeMs } = settings.session
      const values = [...added, ...(await readPending(request))].slice(0, maxPending)
      const sealed = await sealer.seal("sealed pending sign-out", values, now() + absoluteMaxAgeMs)
      return cookies.set(request, cookie, sealed, Math.ceil(absoluteMaxAgeMs / 1000))
    },

    async retry(request) {
      if (cookies.read(request, cookie) === undefined) return { done: true, cookies: [] }
      try {
        for (const value of await readPending(request)) await strategy.end(value)
        return { done: true, cookies: cookies.clear(request, cookie) }
      } catch (error) {
        emit({ type: "operation_failed", operation: "deleteSession", code: codeOf(error) })
        return { done: false, cookies: [] }
      }
    },
  }
}
