const ipv4 = String.raw`\d+\.\d+\.\d+\.\d+`
const ipv4WithPort = new RegExp(`^(${ipv4}):\\d+$`)
const ipv4Tail = new RegExp(`(${ipv4})$`)

// An IPv6 address with a zone and a port is shorter. A client may send a header of kilobytes instead.
const maxLength = 100

/**
 * The network of one subscriber: an IPv4 address, or the first 64 bits of an IPv6 address. Ports, zones and blanks are
 * removed, so that a caller cannot get a new count by another port.
 */
export const toNetwork = (address: string): string => toNetworks(address)[0]

/**
 * The subscriber's network, followed by the first 56 bits of an IPv6 address: many providers assign a customer that
 * whole range.
 */
export function toNetworks(address: string): [network: string, ofCustomer?: string] {
  const bare = withoutPort(address.slice(0, maxLength).trim()).replace(/%.*$/, "").toLowerCase()
  if (!bare.includes(":")) return [bare]
  const groups = parseGroups(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [groups.slice(6).flatMap(toBytes).join(".")]
  const [first = 0, second = 0, third = 0, fourth = 0] = groups
  const prefix = (last: number, bits: number) =>
    `${[first, second, third, last].map((group) => group.toString(16)).join(":")}::/${bits}`
  return [prefix(fourth, 64), prefix(fourth & 0xff00, 56)]
}

/** Removes the port of `203.0.113.7:80` and `[2001:db8::1]:80`, and the brackets. */
const withoutPort = (address: string): string =>
  address.replace(/^\[([^\]]*)\](:\d+)?$/, "$1").replace(ipv4WithPort, "$1")

/** The eight groups of an IPv6 address. */
function parseGroups(address: string): number[] {
  const [head = "", tail] = address.replace(ipv4Tail, toGroups).split("::")
  const left = head.split(":").filter(Boolean)
  const right = (tail ?? "").split(":").filter(Boolean)
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0")
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}

/** An IPv4 address as the last two groups of an IPv6 address. */
function toGroups(dotted: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split(".").map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

const toBytes = (group: number): number[] => [group >> 8, group & 0xff]
