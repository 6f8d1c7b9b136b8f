/**
 * All text that is reachable from a value: messages, stacks, causes, fields (including non-enumerable ones), the entries
 * of maps and sets, and the bytes of buffers.
 */
export function printDeep(value: unknown): string {
  const seen = new Set<unknown>()
  const texts: string[] = []
  const visit = (value: unknown, depth: number): void => {
    if (typeof value === "string") texts.push(value)
    if ((typeof value !== "object" && typeof value !== "function") || value === null) return
    if (depth === 0 || seen.has(value)) return
    seen.add(value)
    if (ArrayBuffer.isView(value)) {
      texts.push(new TextDecoder("latin1").decode(value))
      return
    }
    if (value instanceof Map || value instanceof Set) visit([...value], depth - 1)
    for (const name of Reflect.ownKeys(value)) {
      texts.push(String(name))
      visit(read(value, name), depth - 1)
    }
  }
  visit(value, 6)
  return texts.join("\n")
}

function read(value: object, name: PropertyKey): unknown {
  try {
    return Reflect.get(value, name)
  } catch {
    return undefined
  }
}
