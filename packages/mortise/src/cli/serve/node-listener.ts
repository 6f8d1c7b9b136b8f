import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import type { HttpResponse } from "../../http/server/responses.ts"
import type { ServerRequest } from "../../http/server/server-request.ts"
import { discardRest, readNodeBody } from "../../shared/node-body.ts"

/** Answers a request, with the caller's address if it is known. */
export type AnswerRequest = (
  request: ServerRequest,
  connection: { address?: string },
) => Promise<HttpResponse>

export type ListenerOptions = {
  /** How many trusted proxies append to `X-Forwarded-For`. Default: 0, which ignores the header. */
  readonly trustedProxies?: number
  /** Answers only requests whose `Host` is a loopback name. Default: false. */
  readonly loopbackOnly?: boolean
  /** Accepts a query after the path. Default: false. */
  readonly allowQuery?: boolean
}

// A site can point its own name at 127.0.0.1 (DNS rebinding). A browser on this machine then sends that site's
// requests here, but still with the site's name in `Host`.
const loopbackHost = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i

// Node passes the path unchanged, and URL would normalize paths that must not match.
const plainPath = /^(\/[\w.~-]+)+$|^\/$/
const dotSegment = /\/\.{1,2}(\/|$)/

/** A listener for `node:http` that passes requests to a service. */
export function nodeListener(
  answer: AnswerRequest,
  { trustedProxies = 0, loopbackOnly = false, allowQuery = false }: ListenerOptions = {},
): RequestListener {
  return (incoming, outgoing) => {
    const { method = "GET", url = "", headers } = incoming
    if (loopbackOnly && !loopbackHost.test(headers.host ?? "")) return sendEmpty(outgoing, 421)
    const path = allowQuery ? url.replace(/\?.*$/s, "") : url
    if (!plainPath.test(path) || dotSegment.test(path)) return sendEmpty(outgoing, 400)
    answer(toServerRequest(incoming, method, url), readConnection(incoming, trustedProxies))
      .then((reply) => send(reply, outgoing))
      .catch(() => outgoing.destroy())
  }
}

/** Sends a response without a body. */
export const sendEmpty = (outgoing: ServerResponse, status: number): void =>
  send({ status, body: "", headers: { "cache-control": "no-store" } }, outgoing)

const toServerRequest = (incoming: IncomingMessage, method: string, url: string): ServerRequest => ({
  method,
  url: `http://server${url}`,
  headers: {
    get: (name) => readHeader(incoming, name),
    has: (name) => readHeader(incoming, name) !== null,
  },
  readBody: (maxBytes) => readNodeBody(incoming, maxBytes),
})

function readHeader({ headers }: IncomingMessage, name: string): string | null {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined
  return (Array.isArray(value) ? value.join(", ") : value) ?? null
}

/** The entry of `X-Forwarded-For` that the outermost trusted proxy wrote, else the address of the socket. */
function readConnection({ headers, socket }: IncomingMessage, trustedProxies: number): { address?: string } {
  const forwarded = String(headers["x-forwarded-for"] ?? "")
  const entry = trustedProxies > 0 ? entryFromEnd(forwarded, trustedProxies) : undefined
  const address = entry || socket.remoteAddress
  return address ? { address } : {}
}

/** The nth entry of a list from its end. Only the end is read, because a client may send thousands of entries. */
function entryFromEnd(list: string, position: number): string | undefined {
  let end = list.length
  for (let passed = 1; passed < position; passed++) {
    end = list.lastIndexOf(",", end - 1)
    if (end < 0) return undefined
  }
  return list.slice(list.lastIndexOf(",", end - 1) + 1, end).trim()
}

function send({ status, headers, body }: HttpResponse, outgoing: ServerResponse): void {
  discardRest(outgoing.req)
  outgoing.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body)
}

export const textResponse = (status: number, body: string): HttpResponse => ({
  status,
  body,
  headers: { "content-type": "text/plain", "cache-control": "no-store" },
})
