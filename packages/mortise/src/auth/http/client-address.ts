// Loopback, private and link-local networks: the address of a proxy, which all clients share, or of a developer.
const internal =
  /^(?:::ffff:)?(?:0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)|^(?:::1?$|f[cd]|fe[89ab])/i

const addresses = new WeakMap<Request, string>()
const internalClients = new WeakSet<Request>()

/** Records the address that a framework gives for a request, unless it can only be a proxy's address. */
export function noteClientAddress(request: Request, address: string | undefined): void {
  if (!address) return
  if (internal.test(address)) internalClients.add(request)
  else addresses.set(request, address)
}

/** Whether the framework gave an address that belongs to a proxy or to a developer. */
export const isInternalClient = (request: Request): boolean => internalClients.has(request)

// An IPv4 or IPv6 address, which may have brackets, a zone and a port.
const form = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[?[\da-f]{0,4}:[\da-f:.]*(?:%[\w.-]+)?\]?)(?::\d+)?$/i

/**
 * The address; none for another text, such as the whole `X-Forwarded-For` or an element of `Forwarded`. A client makes up
 * the first entries of a list, and a text with a port in it would give each connection limits of its own.
 */
export function singleAddress(text: string | undefined): string | undefined {
  const address = text?.trim()
  return address && form.test(address) ? address : undefined
}

/** The recorded address of a request: the default of the option `clientAddress`. */
export const findClientAddress = (request: Request): string | undefined => addresses.get(request)
