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
    for (const name of namesOf(value)) {
      texts.push(String(name))
      visit(read(value, name), depth - 1)
    }
    if (value instanceof Map || value instanceof Set) for (const each of value) visit(each, depth - 1)
    if (ArrayBuffer.isView(value)) texts.push(new TextDecoder().decode(value))
    texts.push(printed(value))
  }
  visit(value, 6)
  return texts.join("\n")
}

const basic = new Set<unknown>([Object.prototype, Function.prototype, Array.prototype, Error.prototype])

/** The own properties, and those of the classes of the value. */
function namesOf(value: object): PropertyKey[] {
  // The bytes of a buffer are printed as text.
  if (ArrayBuffer.isView(value)) return []
  const prototype: unknown = Object.getPrototypeOf(value)
  const inherited =
    typeof prototype === "object" && prototype && !basic.has(prototype) ? namesOf(prototype) : []
  return [...Reflect.ownKeys(value), ...inherited]
}

function read(value: object, name: PropertyKey): unknown {
  try {
    return Reflect.get(value, name)
  } catch {
    return undefined
  }
}

function printed(value: object): string {
  try {
    return `${value} ${JSON.stringify(value)}`
  } catch {
    return ""
  }
}
