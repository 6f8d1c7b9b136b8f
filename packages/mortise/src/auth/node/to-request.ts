import { throwInvalid } from "../../contract/throw-invalid.ts"
import { type Bytes, utf8 } from "../../shared/bytes.ts"
import { discardRest, type NodeMessage, readNodeBody } from "../../shared/node-body.ts"
import { maxBodyBytes } from "../http/read-fields.ts"
import { RequestError } from "./request-error.ts"

/** A request of `node:http`, `node:http2` or Express. */
export type NodeRequest = NodeMessage & {
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** In Express, the whole path; `url` is the part after the path of a router. */
  readonly originalUrl?: string | undefined
  readonly readableEnded: boolean
  /** In Express, what a body parser made of the body. */
  readonly body?: unknown
}

/** How `toRequest` makes a `Request`. */
export type ToRequestOptions = {
  /** The origin of the application, as for `createAuth`. The `Host` header is not used: a client can forge it. */
  readonly origin: string
  /** The largest body, in bytes. Default: 64 KiB, the largest that `mortise/auth` reads. */
  readonly maxBytes?: number
}

/**
 * Makes the `Request` of the Fetch API from a request of Node, with its whole body. Throws a `RequestError` with status
 * 413 if the body is larger than `maxBytes`, and one with status 400 if the request is malformed. The rest of a body that
 * is too large is dropped; after 1 MiB of it the connection is closed.
 *
 * @example
 * ```ts
 * import { createServer } from "node:http"
 * import { sendResponse, toRequest } from "mortise/auth/node"
 *
 * const origin = "https://app.example"
 * export const server = createServer(async (message, response) => {
 *   const request = await toRequest(message, { origin })
 *   await sendResponse(Response.json({ path: new URL(request.url).pathname }), response)
 * })
 * ```
 */
export async function toRequest(
  message: NodeRequest,
  { origin, maxBytes = maxBodyBytes }: ToRequestOptions,
): Promise<Request> {
  const { method = "GET", originalUrl, url = "/", headers } = message
  const address = parseOrigin(origin) + parsePath(originalUrl ?? url)
  const body = await readRequestBody(message, method, maxBytes)
  try {
    return new Request(address, { method, headers: toHeaderEntries(headers), body })
  } catch (cause) {
    throw new RequestError(400, "The method, the path or a header of the request is invalid.", cause)
  }
}

function parseOrigin(origin: string): string {
  if (URL.canParse(origin) && new URL(origin).origin !== "null") return new URL(origin).origin
  throwInvalid("The origin must be like https://app.example.")
}

/** The path and the query. A proxy may send a whole URL, and only its path is used. */
function parsePath(target: string): string {
  if (target.startsWith("/")) return target
  if (!/^https?:/i.test(target) || !URL.canParse(target))
    throw new RequestError(400, "The request names no path.")
  const { pathname, search } = new URL(target)
  return pathname + search
}

async function readRequestBody(
  message: NodeRequest,
  method: string,
  maxBytes: number,
): Promise<Bytes | null> {
  if (method === "GET" || method === "HEAD") {
    discardRest(message)
    return null
  }
  const body = message.readableEnded ? parsedBody(message) : await unreadBody(message, maxBytes)
  if (body && body.length <= maxBytes) return body.length > 0 ? body : null
  discardRest(message)
  throw new RequestError(413, `The body of the request is larger than ${maxBytes} bytes.`)
}

const unreadBody = (message: NodeRequest, maxBytes: number): Promise<Bytes | undefined> =>
  readNodeBody(message, maxBytes).catch((cause) => {
    throw new RequestError(400, "The client disconnected before the end of the request.", cause)
  })

/** The body that a parser of Express has read, as it was sent. The client chooses its type, and so the parser. */
function parsedBody({ body, headers }: NodeRequest): Bytes {
  if (body === undefined)
    throwInvalid(
      "The body of the request was read before, and not by a parser of Express: call toRequest first.",
    )
  if (body instanceof Uint8Array) return new Uint8Array(body)
  const type = String(headers["content-type"]).toLowerCase()
  try {
    if (type.startsWith("application/json")) return utf8(JSON.stringify(body))
    if (typeof body === "string") return utf8(body)
    if (type.startsWith("application/x-www-form-urlencoded"))
      return utf8(new URLSearchParams(Object.entries(Object(body)).map(toField)).toString())
  } catch (cause) {
    // A parser accepts more levels than can be written again.
    throw new RequestError(400, "The body of the request is nested too deeply.", cause)
  }
  throw new RequestError(400, "The body of the request is neither JSON nor a form.")
}

/** A parser makes objects of fields such as `email[x]`. */
const toField = ([name, value]: [string, unknown]): [string, string] => [
  name,
  typeof value === "string" ? value : JSON.stringify(value),
]

/** The headers, without the pseudo-headers of HTTP/2. */
export const toHeaderEntries = (headers: NodeRequest["headers"]): [string, string][] =>
  Object.entries(headers)
    .filter(([name]) => !name.startsWith(":"))
    .flatMap(([name, value = []]) => [value].flat().map((item): [string, string] => [name, item]))
