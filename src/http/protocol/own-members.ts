/** The own members of an object. It has no prototype, so `__proto__` is a name like any other. */
export type Members = Readonly<Record<string, unknown>>

/**
 * Reads an object once, as data; `undefined` when it is none. A getter gives a symbol, which no field takes:
 * it could answer differently the second time. A proxy could throw anything.
 */
export function ownMembers(input: unknown): Members | undefined {
  const members: Record<string, unknown> = Object.create(null)
  try {
    if (typeof input !== "object" || input === null || Array.isArray(input)) return undefined
    for (const name of Object.keys(input)) {
      const property = Object.getOwnPropertyDescriptor(input, name)
      if (property) members[name] = "value" in property ? property.value : Symbol("getter")
    }
    return members
  } catch {
    return undefined
  }
}
