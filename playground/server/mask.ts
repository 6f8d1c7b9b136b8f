import { models } from "../../packages/mortise/src/contract/models.ts"
import { type Cell, masked } from "../protocol.ts"

type Values = Readonly<Record<string, unknown>>

const secretNames = new Set(
  Object.values(models).flatMap(({ fields }) =>
    Object.entries(fields)
      .filter(([, field]) => "secret" in field && field.secret)
      .map(([name]) => name),
  ),
)

/** Values of the query that are not secrets. */
const openParameters = new Set(["email", "error", "action"])

/** A value of a named field for the page: a secret is masked, and a date is ISO text. */
export function toCell(name: string, value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (secretNames.has(name)) return masked
  // The key of a slot ends in an id, which may be a hashed token.
  if (name === "key") return String(value).split("/").slice(0, 2).join("/")
  if (value instanceof Date) return value.toISOString()
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value
  return masked
}

/** The fields of a row or an argument, flat, with masked secrets. `user`, `account` and `session` of a sign-up are nested. */
export function maskedFields(values: Values): Record<string, Cell> {
  const entries = Object.entries(values).flatMap(([name, value]): [string, Cell][] =>
    isPlain(value) && !secretNames.has(name)
      ? Object.entries(maskedFields(value)).map(([inner, cell]) => [`${name}.${inner}`, cell])
      : [[name, toCell(name, value)]],
  )
  return Object.fromEntries(entries.filter(([, cell]) => cell !== null))
}

const isPlain = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The path of a request. The values of its query are masked, except the ones that are known not to be secrets. */
export function maskedPath(url: URL): string {
  const query = [...url.searchParams].map(
    ([name, value]) => `${name}=${openParameters.has(name) ? value : masked}`,
  )
  return query.length > 0 ? `${url.pathname}?${query.join("&")}` : url.pathname
}
