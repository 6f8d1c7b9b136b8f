/**
 * JSON that every reader understands alike. `JSON.parse` alone keeps the last of two equal keys and rounds numbers
 * without an error, so two readers of one signed body could see two different values. The text is parsed first, and
 * then scanned once as valid JSON. The scan keeps one set of keys for each open object, limits the depth and the number
 * of keys, and checks that no number loses digits.
 */
import { throwInvalid } from "../../contract/throw-invalid.ts"

/** How deep a body may be nested, and how many keys all its objects may have together. */
export type JsonLimits = { readonly depth: number; readonly keys: number }

/** Parses JSON strictly: throws `invalid` for a duplicate key, a number that loses digits, or a limit exceeded. */
export function parseStrictJson(text: string, nesting: JsonLimits): unknown {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return throwMalformed("is not JSON")
  }
  checkStrictness(text, nesting)
  return parsed
}

/** Scans text that is known to be valid JSON, so the first character of each token says its kind. */
function checkStrictness(text: string, { depth, keys }: JsonLimits): void {
  const open: (Set<string> | undefined)[] = []
  let counted = 0
  let at = 0
  while (at < text.length) {
    const start = at++
    const char = text[start] as string
    if (char === "{" || char === "[") {
      if (open.push(char === "{" ? new Set() : undefined) > depth) throwMalformed("is nested too deep")
    } else if (char === "}" || char === "]") open.pop()
    else if (char === '"') {
      at = findTextEnd(text, start)
      const names = open.at(-1)
      if (!names || !isKey(text, at)) continue
      if (++counted > keys) throwMalformed("has too many keys")
      const name: string = JSON.parse(text.slice(start, at))
      if (names.has(name)) throwMalformed("has a duplicate key")
      names.add(name)
    } else if (char === "-" || (char >= "0" && char <= "9")) {
      while (at < text.length && partsOfNumber.includes(text[at] as string)) at++
      if (!isExact(text.slice(start, at))) throwMalformed("has a number that cannot be represented exactly")
    }
  }
}

const partsOfNumber = "0123456789.eE+-"

function findTextEnd(text: string, start: number): number {
  const end = text.indexOf('"', start + 1)
  if (!text.slice(start, end).includes("\\")) return end + 1
  let at = start + 1
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1
  return at + 1
}

function isKey(text: string, end: number): boolean {
  let at = end
  while (" \t\r\n".includes(text[at] as string)) at++
  return text[at] === ":"
}

function isExact(literal: string): boolean {
  const value = Number(literal)
  if (!Number.isFinite(value)) return false
  // Beyond the safe integers, either every digit is exact or the literal is the shortest text of the number.
  if (/^-?\d+$/.test(literal))
    return Number.isSafeInteger(value) || String(value) === literal || BigInt(literal) === BigInt(value)
  return !Number.isSafeInteger(value) || isWhole(literal)
}

/** Whether only zeros follow the decimal point after the exponent is applied. */
function isWhole(literal: string): boolean {
  const [mantissa = "", exponent = "0"] = literal.toLowerCase().split("e")
  const [whole = "", fraction = ""] = mantissa.split(".")
  const digits = whole + fraction
  let last = digits.length - 1
  while (digits[last] === "0") last--
  return !/[1-9]/.test(digits) || last < whole.length + Number(exponent)
}

function throwMalformed(problem: string): never {
  throwInvalid(`The body ${problem}.`)
}
