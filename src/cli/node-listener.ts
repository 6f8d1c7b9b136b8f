import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import type { HttpResponse } from "../http/server/responses.ts"
import type { ServerRequest } from "../http/server/server-request.ts"

/** Answers a request, and may be told the caller's address. */
export type AnswerRequest = (
  request: ServerRequest,
  connection: { address?: string },
) => Promise<HttpResponse>

export type ListenerOptions = {
  /** How many proxies in front of us add to `X-Forwarded-For`; none unless said, and then the header is ignored. */
  readonly trustedProxies?: number
}

// A path as we hand them out. Node passes on whatever came, and URL would tidy up what must not match.
const plainPath = /^(\/[\w.~-]+)+$|^\/$/
const dotSegment = /\/\.{1,2}(\/|$)/

/** Puts a service behind `node:http`. */
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

/** An answer without a word, to what need not be looked at. */
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

/** Read only when somebody asks. What nobody asked for is left to Node, which drops it after the answer. */
function readBytes(incoming: IncomingMessage, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return new Promise((resolve, reject) => {
    const brokeOff = () => reject(new Error("The request broke off."))
    // By now nobody may be there any more, and then nothing would ever come.
    if (incoming.destroyed) return brokeOff()
    const chunks: Buffer[] = []
    let size = 0
    const keep = (chunk: Buffer): void => {
      size += chunk.length
      chunks.push(chunk)
      if (size <= most) return
      // Without a listener the rest flows away, and the next request need not wait behind it.
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
