// biome-ignore-all lint/suspicious/noConsole: the default of every option that takes a callback for text

/** Prints a line on the console. */
export const printLine = (line: string): void => console.log(line)

/** Prints a line that is not part of the report. */
export const printError = (line: string): void => console.error(line)

const longest = 80
const mostMembers = 8

/** A short description of any value, for a message. Never throws. */
export function printValue(value: unknown, depth = 2): string {
  try {
    return print(value, depth)
  } catch {
    return "a value that cannot be read"
  }
}

function print(value: unknown, depth: number): string {
  if (typeof value === "string") return printText(value)
  if (typeof value === "bigint") return `${value}n`
  if (typeof value === "function") return `function ${value.name}`
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value)
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? "Invalid Date" : `Date ${value.toISOString()}`
  if (value instanceof Error) return describeError(value)
  if (Array.isArray(value))
    return printMembers(
      value.map((member) => [member]),
      "[]",
      depth,
    )
  return className(value) + printMembers(Object.entries(value), "{}", depth)
}

const printText = (text: string): string =>
  text.length <= longest
    ? JSON.stringify(text)
    : `${JSON.stringify(text.slice(0, longest))}… (${text.length} characters)`

function describeError(error: Error): string {
  const { code } = error as { code?: unknown }
  const message = error.message.length > 200 ? `${error.message.slice(0, 200)}…` : error.message
  return `${error.name}${typeof code === "string" ? ` (${code})` : ""}: ${message}`
}

function printMembers(members: readonly (readonly unknown[])[], brackets: string, depth: number): string {
  const [open, close] = [...brackets]
  if (members.length === 0) return brackets
  if (depth === 0) return `${open}…${close}`
  const shown = members.slice(0, mostMembers).map((member) => {
    const printed = printValue(member.at(-1), depth - 1)
    return member.length === 2 ? `${member[0]}: ${printed}` : printed
  })
  const more = members.length > mostMembers ? [`… ${members.length - mostMembers} more`] : []
  return `${open} ${[...shown, ...more].join(", ")} ${close}`
}

function className(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === null || prototype === Object.prototype) return ""
  return `${value.constructor?.name || "object"} `
}

/**
 * All text that is reachable from a value: messages, stacks, causes, fields, including non-enumerable and inherited
 * ones, the contents of maps, sets and buffers, and what the value becomes when it is printed.
 */
export function printDeep(value: unknown): string {
  const seen = new Set<unknown>()
  const texts: string[] = []
  const visit = (value: unknown, depth: number): void => {
    if (typeof value === "string") texts.push(value)
    if ((typeof value !== "object" && typeof value !== "function") || value === null) return
    if (depth === 0 || seen.has(value)) return
    seen.add(value)
    for (const name of listNames(value)) {
      texts.push(String(name))
      visit(read(value, name), depth - 1)
    }
    if (value instanceof Map || value instanceof Set) for (const entry of value) visit(entry, depth - 1)
    if (ArrayBuffer.isView(value)) texts.push(new TextDecoder().decode(value))
    texts.push(asText(value))
  }
  visit(value, 6)
  return texts.join("\n")
}

const basic = new Set<unknown>([Object.prototype, Function.prototype, Array.prototype, Error.prototype])

/** The own properties, and those of the classes of the value. */
function listNames(value: object): PropertyKey[] {
  // The bytes of a buffer are printed as text.
  if (ArrayBuffer.isView(value)) return []
  const prototype: unknown = Object.getPrototypeOf(value)
  const inherited =
    typeof prototype === "object" && prototype && !basic.has(prototype) ? listNames(prototype) : []
  return [...Reflect.ownKeys(value), ...inherited]
}

function read(value: object, name: PropertyKey): unknown {
  try {
    return Reflect.get(value, name)
  } catch {
    return undefined
  }
}

function asText(value: object): string {
  try {
    return `${value} ${JSON.stringify(value)}`
  } catch {
    return ""
  }
}
