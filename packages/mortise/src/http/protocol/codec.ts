import type { Json } from "../../contract/fields.ts"

/** A part of a JSON Schema (2020-12). */
export type JsonSchema = { readonly [keyword: string]: Json }

/**
 * How one value is written as JSON and read back. `encode` and `decode` throw `invalid` for a value of another
 * kind; they never guess the kind from the value. The schema describes exactly what `encode` returns and
 * `decode` accepts.
 */
export type Codec = {
  encode(value: unknown): Json
  decode(json: unknown): unknown
  readonly schema: JsonSchema
}

/** A value, or null for both null and undefined. */
export const orNull = ({ encode, decode, schema }: Codec): Codec => ({
  encode: (value) => (value === undefined || value === null ? null : encode(value)),
  decode: (json) => (json === null ? null : decode(json)),
  schema: { anyOf: [schema, { type: "null" }] },
})

/** A value that is sent as null when it is undefined, and decoded back to undefined. */
export const orUndefined = (codec: Codec): Codec => ({
  ...orNull(codec),
  decode: (json) => (json === null ? undefined : codec.decode(json)),
})

/** One of a few texts, or a value of another kind, which must not be a text. */
export const orTexts = ({ encode, decode, schema }: Codec, texts: readonly string[]): Codec => ({
  encode: (value) => (texts.includes(value as string) ? (value as string) : encode(value)),
  decode: (json) => (texts.includes(json as string) ? json : decode(json)),
  schema: { anyOf: [schema, { enum: texts }] },
})
