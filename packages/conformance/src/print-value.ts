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
  if (value instanceof Error) return printError(value)
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

function printError(error: Error): string {
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
