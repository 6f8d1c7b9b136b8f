import { plainText } from "../plain-text.ts"
import type { NameKeys } from "./name-keys.ts"
import type { RecordedCall } from "./record-calls.ts"

type Fields = Readonly<Record<string, unknown>>

type Print = {
  readonly nameKeys: NameKeys
  /** The time of the recording. */
  readonly now: number
}

const mostFields = 6
const mostCharacters = 60
const dayMs = 86_400_000

const units: readonly (readonly [ms: number, name: string])[] = [
  [dayMs, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
  [1000, "second"],
]

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !(value instanceof Date) && !Array.isArray(value)

/** A call as code, with its arguments. */
export const printCall = ({ name, args }: RecordedCall, print: Print): string =>
  args.length === 0 && name.includes(" ")
    ? name
    : `${name}(${args.map((value) => printValue(value, print)).join(", ")})`

/** What a call returned or threw. Of a row that was passed to it, only the fields that differ. */
export function printAnswer(call: RecordedCall, print: Print): string {
  const {
    name,
    args: [row],
    answer,
    thrown,
    ended,
  } = call
  if (ended === undefined) return "no answer"
  if (thrown !== undefined) return printThrown(thrown, print)
  if (!isFields(row) || !isFields(answer) || !sharesFields(row, answer)) return printValue(answer, print)
  // An update returns the other fields of the row, too.
  const names = Object.keys(name.startsWith("update") ? row : { ...row, ...answer })
  return printDifference(row, answer, names, print)
}

function printThrown(thrown: unknown, { nameKeys }: Print): string {
  const { name, code, message } = thrown as { name?: string; code?: unknown; message?: string }
  const text = `${name ?? "Error"}${typeof code === "string" ? ` (${code})` : ""}: ${message ?? String(thrown)}`
  return plainText(nameKeys(text.replace(/\s+/g, " ")))
}

/** Whether the answer is the row that was passed, rather than a row that was looked up by its keys. */
const sharesFields = (row: Fields, answer: Fields): boolean =>
  Object.keys(row).length > 2 && Object.keys(row).filter((name) => name in answer).length > 2

function printDifference(row: Fields, answer: Fields, names: readonly string[], print: Print): string {
  // What is absent may be null. What was passed as undefined should stay as it is.
  const isSame = (name: string) =>
    !(name in row && row[name] === undefined) &&
    printValue(row[name] ?? null, print, name) === printValue(answer[name] ?? null, print, name)
  const other = names.filter((name) => !isSame(name)).map((name) => [name, answer[name]])
  return other.length === 0 ? "the row" : `the row with ${printFields(Object.fromEntries(other), print)}`
}

function printValue(value: unknown, print: Print, field?: string): string {
  if (typeof value === "string") return printText(print.nameKeys(value, field))
  if (typeof value === "bigint") return `${value}n`
  if (value instanceof Date) return printTime(value, print.now)
  if (Array.isArray(value)) {
    const shown = value.slice(0, mostFields).map((member) => printValue(member, print, field))
    return `[${[...shown, ...(value.length > mostFields ? ["…"] : [])].join(", ")}]`
  }
  return isFields(value) ? printFields(value, print) : String(value)
}

function printFields(fields: Fields, print: Print): string {
  // A condition of Better Auth names its field beside the value.
  const { field } = fields as { field?: unknown }
  const members = Object.entries(fields).map(([name, value]) => {
    const title = name === "value" && typeof field === "string" ? field : name
    return `${/^[\w$]+$/.test(name) ? name : JSON.stringify(name)}: ${printValue(value, print, title)}`
  })
  if (members.length === 0) return "{}"
  const shown = members.slice(0, mostFields)
  return `{ ${[...shown, ...(members.length > mostFields ? ["…"] : [])].join(", ")} }`
}

const printText = (text: string): string =>
  JSON.stringify(text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text)

/** A date as seen from the recording. */
function printTime(date: Date, now: number): string {
  const ms = date.getTime() - now
  if (Number.isNaN(ms)) return "Invalid Date"
  if (Math.abs(ms) > 366 * dayMs) return date.toISOString()
  const [size, name] = units.find(([size]) => Math.abs(ms) >= size * 0.9) ?? [1000, "second"]
  const count = Math.round(Math.abs(ms) / size)
  if (count === 0) return "now"
  const time = `${count} ${name}${count === 1 ? "" : "s"}`
  return ms > 0 ? `in ${time}` : `${time} ago`
}
