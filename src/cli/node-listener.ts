import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import type { HttpResponse } from "../http/server/responses.ts"
import type { ServerRequest } from "../http/server/server-request.ts"

/** Answers a request, with the caller's address if it is known. */
export type AnswerRequest = (
  request: ServerRequest,
  connection: { address?: string },
) => Promise<HttpResponse>

export type ListenerOptions = {
  /** How many trusted proxies append to `X-Forwarded-For`. Default: 0, which ignores the header. */
  readonly trustedProxies?: number
}

// Node passes the path unchanged, and URL would normalize paths that must not match.
const plainPath = /^(\/[\w.~-]+)+$|^\/$/
const dotSegment = /\/\.{1,2}(\/|$)/

/** A listener for `node:http` that passes requests to a service. */
export function nodeListener(
  answer: AnswerRequest,
  { trustedProxies = 0 }: ListenerOptions = {},
): RequestListener {
  return (incoming, outgoing) => {
    const { method = "GET", url = "" } = incoming
    if (!plainPath.test(url) || dotSegment.test(url)) return sendEmpty(outgoing, 400)
    answer(requestOf(incoming, method, url), connectionOf(incoming, trustedProxies))
      .then((reply) => send(reply, outgoing))
      .catch(() => outgoing.destroy())
  }
}

/** Sends a response without a body. */
export const sendEmpty = (outgoing: ServerResponse, status: number): void =>
  send({ status, body: "", headers: { "cache-control": "no-store" } }, outgoing)

const requestOf = (incoming: IncomingMessage, method: string, url: string): ServerRequest => ({
  method,
  url: `http://server${url}`,
  headers: {
    get: (name) => headerOf(incoming, name),
    has: (name) => headerOf(incoming, name) !== null,
  },
  readBody: (most) => readBytes(incoming, most),
})

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined
  return (Array.isArray(value) ? value.join(", ") : value) ?? null
}

/** Reads the body on demand. Node drops an unread body after the response. */
function readBytes(incoming: IncomingMessage, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return new Promise((resolve, reject) => {
    const brokeOff = () => reject(new Error("The connection closed before the request was complete."))
    // The client may have disconnected by now, and then no event would ever fire.
    if (incoming.destroyed) return brokeOff()
    const chunks: Buffer[] = []
    let size = 0
    const keep = (chunk: Buffer): void => {
      size += chunk.length
      chunks.push(chunk)
      if (size <= most) return
      // Without a listener the rest is dropped, so that the next request does not wait behind it.
      incoming.off("data", keep)
      chunks.length = 0
      resolve(undefined)
    }
    incoming.on("data", keep)
    incoming.on("end", () => resolve(Buffer.concat(chunks)))
    incoming.on("error", reject)
    incoming.on("close", brokeOff)
  })
}

function connectionOf({ headers, socket }: IncomingMessage, trustedProxies: number): { address?: string } {
  const forwarded = String(headers["x-forwarded-for"] ?? "").split(",")
  const address = trustedProxies > 0 ? forwarded.at(-trustedProxies)?.trim() : socket.remoteAddress
  return address ? { address } : {}
}

function send({ status, headers, body }: HttpResponse, outgoing: ServerResponse): void {
  outgoing.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body)
}
