import { codeOf } from "../adapter/normalize-adapter.ts"
import type { Core } from "../core.ts"
import type { HasHeaders } from "../http/cookies.ts"
import type { SetCookies } from "../results.ts"
import type { Strategy } from "./strategy.ts"

export type Endings = {
  /** Notes sessions that could not be ended; the browser carries the note, sealed, and nobody can sign in with it. */
  note(request: HasHeaders, value: string): Promise<SetCookies>
  /** Tries again what was noted; the note stays until it has worked. */
  retry(request: HasHeaders): Promise<{ readonly done: boolean; readonly cookies: SetCookies }>
}

const cookie = "ending"
const most = 5

/** Sign-outs that the store was not there for: the person is signed out here, and the session ends as soon as it can. */
export function createEndings({ settings, cookies, seal, emit, now }: Core, strategy: Strategy): Endings {
  const noted = async (request: HasHeaders): Promise<string[]> => {
    const sealed = cookies.read(request, cookie)
    const values = sealed === undefined ? null : await seal.open("sealed ending", sealed)
    return Array.isArray(values) ? (values as string[]) : []
  }

  return {
    async note(request, value) {
      const { absoluteMaxAge } = settings.session
      const values = [value, ...(await noted(request))].slice(0, most)
      const sealed = await seal.close("sealed ending", values, now() + absoluteMaxAge)
      return cookies.set(request, cookie, sealed, Math.ceil(absoluteMaxAge / 1000))
    },

    async retry(request) {
      if (cookies.read(request, cookie) === undefined) return { done: true, cookies: [] }
      try {
        for (const value of await noted(request)) await strategy.end(value)
        return { done: true, cookies: cookies.clear(request, cookie) }
      } catch (error) {
        emit({ type: "trouble", operation: "deleteSession", code: codeOf(error) })
        return { done: false, cookies: [] }
      }
    },
  }
}
