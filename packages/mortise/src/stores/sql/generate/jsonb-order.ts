import type { Json } from "../../../contract/fields.ts"

/** The value with its members in the order in which PostgreSQL stores them: by length in bytes, then by bytes. */
export function inOrderOfJsonb(value: Json): Json {
  if (Array.isArray(value)) return value.map(inOrderOfJsonb)
  if (typeof value !== "object" || value === null) return value
  const members = Object.entries(value).map(([name, each]) => [name, inOrderOfJsonb(each)] as const)
  return Object.fromEntries(members.sort(([one], [other]) => compareNames(one, other)))
}

const encoder = new TextEncoder()

function compareNames(one: string, other: string): number {
  const [a, b] = [encoder.encode(one), encoder.encode(other)]
  if (a.length !== b.length) return a.length - b.length
  const nth = a.findIndex((byte, at) => byte !== b[at])
  return nth < 0 ? 0 : (a[nth] ?? 0) - (b[nth] ?? 0)
}
