import { isDate } from "../case-tools/same-value.ts"

/**
 * What a store did to a value on its way there and back, as a sentence without a subject of its own; `undefined` if the
 * values are equal or differ in another way. A case need not stop for such a difference: the row is the right one.
 */
export function describeLoss(expected: unknown, received: unknown, field: string): string | undefined {
  if (isEmpty(expected) || Object.is(expected, received)) return undefined
  if (isEmpty(received)) return `the field ${field} is empty`
  if (isDate(expected)) return describeDate(expected, received)
  if (typeof expected === "string") return describeText(expected, received)
  if (typeof expected === typeof received || typeof received === "object") return undefined
  if (typeof expected === "boolean" && Number(expected) === Number(received))
    return `true and false are returned as ${nameType(received)}`
  if (typeof expected === "number" && Number(received) === expected)
    return `numbers are returned as ${nameType(received)}`
  return undefined
}

const hourMs = 3_600_000

export const lostMilliseconds = "dates lose their milliseconds"

function describeDate(expected: Date, received: unknown): string | undefined {
  if (!isDate(received))
    return typeof received === "object" ? undefined : `dates are returned as ${nameType(received)}`
  const [expectedTime, receivedTime] = [expected.getTime(), received.getTime()]
  if (expectedTime % 1000 !== 0 && receivedTime % 1000 === 0 && Math.abs(expectedTime - receivedTime) < 1000)
    return lostMilliseconds
  const moved = Math.abs(expectedTime - receivedTime)
  return moved > 0 && moved <= 14 * hourMs && moved % (hourMs / 4) === 0
    ? "dates move by hours: a time zone is applied"
    : undefined
}

function describeText(expected: string, received: unknown): string | undefined {
  if (typeof received === "number" || typeof received === "bigint")
    return String(received) === expected ? `texts are returned as ${nameType(received)}` : undefined
  if (typeof received !== "string" || received === expected) return undefined
  if (received === expected.trim()) return "texts lose spaces at their ends"
  if (received === "") return "texts become empty"
  if (expected.startsWith(received)) return "texts are cut"
  if (received.toLowerCase() === expected.toLowerCase()) return "texts change between upper and lower case"
  return received.normalize("NFKC") === expected.normalize("NFKC")
    ? "texts change their Unicode form"
    : undefined
}

const nameType = (value: unknown): string => (typeof value === "string" ? "texts" : `${typeof value}s`)

const isEmpty = (value: unknown): boolean => value === null || value === undefined

type Difference = { readonly field: string; readonly expected: unknown; readonly received: unknown }

/** The values in which two values differ, with the innermost field of each. */
export function findDifferences(expected: unknown, received: unknown, field = "value"): Difference[] {
  const isTree = (value: unknown): value is object =>
    typeof value === "object" && value !== null && !isDate(value)
  if (!isTree(expected) || !isTree(received)) {
    const isSame =
      isDate(expected) && isDate(received)
        ? expected.getTime() === received.getTime()
        : Object.is(expected, received) || (isEmpty(expected) && isEmpty(received))
    return isSame ? [] : [{ field, expected, received }]
  }
  const names = new Set([...Object.keys(expected), ...Object.keys(received)])
  return [...names].flatMap((name) =>
    findDifferences(
      (expected as Record<string, unknown>)[name],
      (received as Record<string, unknown>)[name],
      Number.isNaN(Number(name)) ? name : field,
    ),
  )
}
