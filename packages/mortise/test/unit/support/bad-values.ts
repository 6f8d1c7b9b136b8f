import type { Kind } from "../../../src/contract/fields.ts"

/** Part of most bad values. It must never appear in an error. */
export const canary = "canary-5417"

export type BadValue = {
  readonly name: string
  readonly make: () => unknown
  /** The outcome of a lookup by this value: "absent" if it is a text that no row can have, else "invalid". */
  readonly asKey: "absent" | "invalid"
  /** The outcome if the value is passed instead of an object that contains a key. */
  readonly asObject: "absent" | "invalid"
  /** The kinds of fields that accept the value. "empty" marks undefined and null. */
  readonly fits: readonly (Kind | "empty")[]
}

const bad = (name: string, make: () => unknown, rest: Partial<BadValue> = {}): BadValue => ({
  name,
  make,
  asKey: "invalid",
  asObject: "invalid",
  fits: [],
  ...rest,
})

/** Text that no row can hold. */
const impossibleText = { asKey: "absent" } as const
/** An object without the fields of any key. */
const emptyObject = { asObject: "absent" } as const
const throwing = () => {
  throw new TypeError(canary)
}

// mysql2 expands an object parameter to a comparison of columns.
const acme = { provider: { id: 1 }, providerAccountId: { id: 1 } }
const token = { identifier: { id: 1 }, token: { id: 1 } }

/** An instance of a class with a method. */
const instance = () => Object.assign(Object.create({ reveal: () => canary }), { secret: canary })

export const badValues: readonly BadValue[] = [
  bad("undefined", () => undefined, { asKey: "absent", asObject: "absent", fits: ["empty"] }),
  bad("null", () => null, { asKey: "absent", asObject: "absent", fits: ["empty"] }),
  bad("empty text", () => "", { ...impossibleText, fits: ["text"] }),
  bad("text with NUL", () => `${canary}\0`, impossibleText),
  bad("a lone high surrogate", () => `${canary}\ud83d`, impossibleText),
  bad("a lone low surrogate", () => `\udc00${canary}`, impossibleText),
  bad("1 MiB of text", () => canary.padEnd(2 ** 20, "x"), impossibleText),
  bad("1 MiB of combining marks", () => canary.padEnd(2 ** 20, "\u0301\u0323"), impossibleText),
  bad("NaN", () => Number.NaN),
  bad("Infinity", () => Number.POSITIVE_INFINITY),
  bad("minus Infinity", () => Number.NEGATIVE_INFINITY),
  bad("zero", () => 0, { fits: ["integer", "number"] }),
  bad("minus zero", () => -0, { fits: ["integer", "number"] }),
  bad("a fraction", () => 0.5, { fits: ["number"] }),
  bad("a number above the safe integers", () => 2 ** 53, { fits: ["number"] }),
  bad("a bigint", () => 1n),
  bad("a symbol", () => Symbol(canary)),
  bad("a well-known symbol", () => Symbol.iterator),
  bad("true", () => true, { fits: ["boolean"] }),
  bad("false", () => false, { fits: ["boolean"] }),
  bad("a function", () => () => canary),
  bad("an async function", () => async () => canary),
  bad("a class", () => Map),
  bad("an empty array", () => []),
  bad("an array of empty text", () => [""]),
  bad("an array of text", () => [canary]),
  bad("an array-like", () => ({ 0: canary, length: 1 }), emptyObject),
  bad("an empty object", () => ({}), emptyObject),
  bad("a frozen object", () => Object.freeze({ secret: canary }), emptyObject),
  bad("an object without a prototype", () => Object.create(null), emptyObject),
  bad("a boxed text", () => Object(canary), emptyObject),
  bad("a boxed number", () => Object(7), emptyObject),
  bad("a boxed boolean", () => Object(true), emptyObject),
  bad("a boxed symbol", () => Object(Symbol(canary)), emptyObject),
  bad("{ $ne: null }", () => ({ $ne: null }), emptyObject),
  bad("{ $gt: '' }", () => ({ $gt: "" }), emptyObject),
  bad("{ not: … }", () => ({ not: canary }), emptyObject),
  bad("objects that mysql2 expands to columns", () => ({ ...acme, ...token })),
  bad("an object with toString", () => ({ toString: () => canary }), emptyObject),
  bad("an object with valueOf", () => ({ valueOf: () => canary }), emptyObject),
  bad("an object with toJSON", () => ({ toJSON: () => canary }), emptyObject),
  bad("an object with Symbol.toPrimitive", () => ({ [Symbol.toPrimitive]: throwing }), emptyObject),
  // biome-ignore lint/suspicious/noThenProperty: proves that no code awaits the value
  bad("a thenable", () => ({ then: throwing }), emptyObject),
  bad(
    "a getter that throws",
    () => Object.defineProperty({}, "id", { get: throwing, enumerable: true }),
    emptyObject,
  ),
  bad("own __proto__ from JSON", () => JSON.parse(`{"__proto__":{"polluted":"${canary}"}}`), emptyObject),
  bad(
    "own constructor from JSON",
    () => JSON.parse(`{"constructor":{"prototype":{"polluted":"${canary}"}}}`),
    emptyObject,
  ),
  bad("an object that inherits its fields", () => Object.create({ id: canary, email: canary }), emptyObject),
  bad("a Date", () => new Date("2026-03-04T05:06:07Z"), { ...emptyObject, fits: ["date"] }),
  bad("an invalid Date", () => new Date(Number.NaN), emptyObject),
  bad("a Date in the year 10000", () => new Date("+010000-01-01T00:00:00Z"), emptyObject),
  bad("an object with the prototype of Date", () => Object.create(Date.prototype), emptyObject),
  bad("a Map", () => new Map([["id", canary]]), emptyObject),
  bad("a Set", () => new Set([canary]), emptyObject),
  bad("a RegExp", () => /canary/, emptyObject),
  bad("an Error", () => new Error(canary), emptyObject),
  bad("a Promise", () => Promise.resolve(canary), emptyObject),
  bad("a class instance", instance, emptyObject),
  bad("a Uint8Array", () => new TextEncoder().encode(canary), emptyObject),
  bad("an ArrayBuffer", () => new ArrayBuffer(8), emptyObject),
  bad("a URL", () => new URL("https://canary-5417.example/"), emptyObject),
  bad("a Proxy", () => new Proxy({ secret: canary }, {}), emptyObject),
  bad("a Proxy of an array", () => new Proxy([canary], {})),
  bad(
    "a Proxy that has every property",
    () => new Proxy({}, { get: () => canary, has: () => true }),
    emptyObject,
  ),
  bad("a Proxy that throws", () => new Proxy({}, { ownKeys: throwing, getOwnPropertyDescriptor: throwing })),
  bad("a revoked Proxy", () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    return proxy
  }),
]
