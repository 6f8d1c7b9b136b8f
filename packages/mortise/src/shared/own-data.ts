/** The own fields of an argument. Without a prototype, `__proto__` is an ordinary name. */
export type OwnData = Readonly<Record<string, unknown>>

/** Has no members. JavaScript engines are faster with this prototype than with none. */
const nothing: object = Object.freeze(Object.create(null))

/** The value of a field that has a getter. No field can hold a symbol, so every check refuses it. */
const getter = Symbol("getter")

/**
 * Reads the fields of an object exactly once; `undefined` for anything else. A getter could return another value on
 * the second read, and a proxy could throw.
 */
export function ownData(input: unknown): OwnData | undefined {
  const data: Record<string, unknown> = Object.create(nothing)
  try {
    if (typeof input !== "object" || input === null || Array.isArray(input)) return undefined
    for (const name of Object.keys(input)) {
      const property = Object.getOwnPropertyDescriptor(input, name)
      if (property) data[name] = "value" in property ? property.value : getter
    }
    return data
  } catch {
    return undefined
  }
}
