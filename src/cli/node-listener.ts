import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"

/** A fetch handler that may be told the caller's address. */
export type FetchHandler = (request: Request, connection: { address?: string }) => Promise<Response>

export type ListenerOptions = {
  /** How many proxies in front of us add to `X-Forwarded-For`; none unless said, and then the header is ignored. */
  readonly trustedProxies?: number
}

// A path as we hand them out. Node passes on whatever came, and URL would tidy up what must not match.
const plainPath = /^(\/[\w.~-]+)+$|^\/$/
const dotSegment = /\/\.{1,2}(\/|$)/

/** Puts a fetch handler behind `node:http`. */
export function nodeListener(
  handle: FetchHandler,
  { trustedProxies = 0 }: ListenerOptions = {},
): RequestListener {
  return (incoming, outgoing) => {
    const request = requestOf(incoming)
    const answered = request
      ? handle(request, connectionOf(incoming, trustedProxies))
      : Promise.resolve(new Response(null, { status: 400, headers: { "cache-control": "no-store" } }))
    answered.then((response) => send(response, outgoing)).catch(() => outgoing.destroy())
  }
}

function requestOf(incoming: IncomingMessage): Request | undefined {
  const { method = "GET", url = "", headers } = incoming
  if (!plainPath.test(url) || dotSegment.test(url)) return undefined
  const hasBody = method !== "GET" && method !== "HEAD"
  const body = hasBody ? streamOf(incoming) : null
  const init = { method, headers: headersOf(headers), body, ...(hasBody && { duplex: "half" }) }
  try {
    return new Request(`http://server${url}`, init)
  } catch {
    return undefined
  }
}

function headersOf(headers: IncomingMessage["headers"]): Headers {
  const made = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) made.set(name, Array.isArray(value) ? value.join(", ") : value)
  return made
}

/** Read only as far as somebody asks. What nobody asked for is left to Node, which drops it after the answer. */
function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = incoming.iterator({ destroyOnReturn: false })
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      // Of a body that was begun, Node drops nothing by itself, and the next request would wait behind the rest.
      async cancel() {
        await chunks.return?.()
        incoming.resume()
      },
    },
    { highWaterMark: 0 },
  )
}

function connectionOf({ headers, socket }: IncomingMessage, trustedProxies: number): { address?: string } {
  const forwarded = String(headers["x-forwarded-for"] ?? "").split(",")
  const address = trustedProxies > 0 ? forwarded.at(-trustedProxies)?.trim() : socket.remoteAddress
  return address ? { address } : {}
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) outgoing.setHeader(name, value)
  const body = Buffer.from(await response.arrayBuffer())
  outgoing.setHeader("content-length", body.length)
  outgoing.end(body)
}
