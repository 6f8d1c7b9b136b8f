import type { Json } from "../../../contract/fields.ts"

/** The value with its members in the order in which PostgreSQL stores them: by length in bytes, then by bytes. */
export function inOrderOfJsonb(value: Json): Json {
  if (Array.isArray(value)) return value.map(inOrderOfJsonb)
  if (typeof value !== "object" || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, inOrderOfJsonb(member)] as const)
  return Object.fromEntries(members.sort(([left], [right]) => compareNames(left, right)))
}

const encoder = new TextEncoder()

function compareNames(left: string, right: string): number {
  const [a, b] = [encoder.encode(left), encoder.encode(right)]
  if (a.length !== b.length) return a.length - b.length
  const index = a.findIndex((byte, at) => byte !== b[at])
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0)
}
