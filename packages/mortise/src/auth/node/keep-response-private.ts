import { isCachingHeader, privateCaching } from "../http/private-caching.ts"

/** The part of a Node response that decides how it is cached. */
export type CachedResponse = {
  setHeader(name: string, value: string): unknown
  removeHeader(name: string): unknown
  getHeaderNames(): string[]
  writeHead(status: number): unknown
}

type HeadersOfNode = Readonly<Record<string, unknown>> | readonly unknown[]
type WriteHead = (status: number, ...rest: (string | HeadersOfNode | undefined)[]) => unknown

const privateResponses = new WeakSet<CachedResponse>()

/** Makes sure that no shared cache stores the response, even if its handler sets headers later. */
export function keepResponsePrivate(outgoing: CachedResponse): void {
  if (privateResponses.has(outgoing)) return
  privateResponses.add(outgoing)
  const { setHeader } = outgoing
  const writeHead = outgoing.writeHead as WriteHead
  // Node calls it for every response, just before the headers are sent.
  const writePrivateHead: WriteHead = (status, ...rest) => {
    for (const name of outgoing.getHeaderNames().filter(isCachingHeader)) outgoing.removeHeader(name)
    outgoing.setHeader("cache-control", privateCaching)
    // Middleware that has wrapped `writeHead` before, as the package `on-headers` does, sets headers in it.
    outgoing.setHeader = (name, value) =>
      isCachingHeader(name) ? outgoing : setHeader.call(outgoing, name, value)
    return writeHead.call(
      outgoing,
      status,
      ...rest.map((part) => (isHeaders(part) ? withoutCaching(part) : part)),
    )
  }
  outgoing.writeHead = writePrivateHead
}

const isHeaders = (part: unknown): part is HeadersOfNode => typeof part === "object" && part !== null

/** Node accepts an object, and a list of names and values in turn. */
function withoutCaching(headers: HeadersOfNode): HeadersOfNode {
  if (!Array.isArray(headers))
    return Object.fromEntries(Object.entries(headers).filter(([name]) => !isCachingHeader(name)))
  return headers.filter((_, at) => !isCachingHeader(String(headers[at - (at % 2)])))
}
