import { type CachedResponse, keepResponsePrivate } from "./keep-response-private.ts"

/** A response of `node:http`, `node:http2` or Express. */
export type NodeResponse = CachedResponse & {
  readonly destroyed: boolean
  statusCode: number
  setHeader(name: string, value: string | string[]): unknown
  write(chunk: Uint8Array): boolean
  end(): unknown
  destroy(): unknown
  once(event: "drain" | "close", listener: () => void): unknown
}

/**
 * Sends a `Response` of the Fetch API through a response of Node, each cookie in its own header. With a cookie, no
 * shared cache may store it: `cache-control` is `private, no-store`.
 *
 * @example
 * ```ts
 * import { createServer } from "node:http"
 * import { cookieHeaders } from "mortise/auth"
 * import { sendResponse } from "mortise/auth/node"
 *
 * export const server = createServer((_message, outgoing) => {
 *   const headers = cookieHeaders(["theme=dark; Path=/"], { location: "/" })
 *   return sendResponse(new Response(null, { status: 303, headers }), outgoing)
 * })
 * ```
 */
export async function sendResponse(response: Response, outgoing: NodeResponse): Promise<void> {
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) if (name !== "set-cookie") outgoing.setHeader(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) {
    keepResponsePrivate(outgoing)
    outgoing.setHeader("set-cookie", cookies)
  }
  if (response.body) await write(response.body.getReader(), outgoing)
  outgoing.end()
}

/** Writes no faster than the client reads, and stops when the client is gone. */
async function write(reader: ReadableStreamDefaultReader<Uint8Array>, outgoing: NodeResponse): Promise<void> {
  // The reader then finds the end, and nothing waits for a client that is gone.
  const closed = new Promise<void>((resolve) => outgoing.once("close", resolve))
    .then(() => reader.cancel())
    .catch(() => {})
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || outgoing.destroyed) return
      if (!outgoing.write(value)) await Promise.race([waitForDrain(outgoing), closed])
    }
  } catch (error) {
    // The client must not mistake a part of the body for the whole.
    outgoing.destroy()
    throw error
  }
}

const waitForDrain = (outgoing: NodeResponse): Promise<void> =>
  new Promise((resolve) => outgoing.once("drain", resolve))
