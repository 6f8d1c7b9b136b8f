/** The own fields of an argument. It has no prototype, so `__proto__` is a name like any other. */
export type OwnData = Readonly<Record<string, unknown>>

/** Inherits nothing, like an object without a prototype; but engines are quicker at objects that have one. */
const nothing: object = Object.freeze(Object.create(null))

/** Stands for a field that a getter answers. No field holds a symbol, so every check refuses it. */
const getter = Symbol("getter")

/**
 * Reads an object once, as data; `undefined` when it is none. A getter could answer differently the second
 * time, and a proxy could throw anything.
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
