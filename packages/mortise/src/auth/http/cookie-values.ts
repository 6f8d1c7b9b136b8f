import { findValues, stripBlanks } from "../../shared/find-cookies.ts"
import type { OwnCookies } from "./own-cookies.ts"

/** Browsers accept 4,096 bytes for name, value and attributes. */
export const maxPartLength = 3800

/** What `Cookies.readSeveral` returns. The texts of values are made only until enough of them are found. */
export function severalValues(
  header: string,
  cookies: OwnCookies,
  prefix: string,
  name: string,
  possible: (value: string) => boolean,
): { readonly values: string[]; readonly isAll: boolean } {
  const positions = findValues(header, prefix + name)
  const count = positions.length / 2
  const textAt = (index: number) =>
    stripBlanks(header, positions[2 * index] ?? 0, positions[2 * index + 1] ?? 0)
  const readText = (text: string) => {
    const value = joinParts(cookies, name, text)
    return value !== undefined && possible(value) ? value : undefined
  }
  const first = takeDifferent(count, 5, textAt, readText)
  if (first.length < 5) return { values: first, isAll: true }
  const last = takeDifferent(count, 2, (index) => textAt(count - 1 - index), readText)
  return { values: [...new Set([...first.slice(0, 2), ...last])], isAll: false }
}

/** The different values of the first texts, up to `most`. */
function takeDifferent(
  count: number,
  most: number,
  textAt: (index: number) => string,
  readText: (text: string) => string | undefined,
): string[] {
  const values = new Set<string>()
  const inParts = new Set<string>()
  for (let index = 0; index < count && values.size < most; index++) {
    const text = textAt(index)
    // A value in parts is long, and a request may have hundreds of cookies for it.
    if (text.length === 2 && inParts.has(text)) continue
    if (text.length === 2) inParts.add(text)
    const value = readText(text)
    if (value !== undefined) values.add(value)
  }
  return [...values]
}

/** The whole value, if it can be ours. Parts are put together. */
export function joinParts({ values }: OwnCookies, name: string, value: string): string | undefined {
  const parts = value.length === 2 ? value.match(/^~([1-9])$/)?.[1] : undefined
  if (!parts) return isPossible(value) ? value : undefined
  const all = Array.from({ length: Number(parts) }, (_, at) => only(values.get(`${name}.${at + 1}`)))
  return all.every(isPossible) ? all.join("") : undefined
}

/** The only value; `undefined` if there are none or several. */
export const only = (values: readonly string[] | undefined): string | undefined =>
  values?.length === 1 ? values[0] : undefined

/** Whether `set` can have written this value: a longer one is not worth decrypting. */
const isPossible = (value: string | undefined): boolean =>
  value !== undefined && value.length <= maxPartLength
