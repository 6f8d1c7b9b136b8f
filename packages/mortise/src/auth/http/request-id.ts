import type { HasHeaders } from "./cookies.ts"

/** A header, or a function that returns the id of a request. */
export type RequestIdOption = string | ((request: HasHeaders) => string | undefined)

// No spaces, quotes or line breaks, so that a client cannot forge a log line.
const form = /^[\w.:/+=@-]{1,128}$/

/** The id of a request for events; `undefined` if it has none, or one that is not safe to log. */
export function createRequestId(
  option: RequestIdOption | undefined,
): (request: HasHeaders) => string | undefined {
  if (option === undefined) return () => undefined
  const read = typeof option === "string" ? ({ headers }: HasHeaders) => headers.get(option) : option
  return (request) => {
    try {
      const id: unknown = read(request)
      return typeof id === "string" && form.test(id) ? id : undefined
    } catch {
      // An event without an id is better than no event.
      return undefined
    }
  }
}
