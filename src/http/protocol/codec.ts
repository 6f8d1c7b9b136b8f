import type { Json } from "../../contract/fields.ts"

/** A part of a JSON Schema (2020-12). */
export type JsonSchema = { readonly [keyword: string]: Json }

/**
 * How one value travels. Both ways throw `invalid` for what is not of its kind; nothing is guessed from
 * looks. The schema describes exactly what `encode` makes and `decode` takes.
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

/** A value that travels as null when it is undefined, and comes back so. */
export const orUndefined = (codec: Codec): Codec => ({
  ...orNull(codec),
  decode: (json) => (json === null ? undefined : codec.decode(json)),
})

/** One of a few texts, or a value of another kind that is no text. */
export const orTexts = ({ encode, decode, schema }: Codec, texts: readonly string[]): Codec => ({
  encode: (value) => (texts.includes(value as string) ? (value as string) : encode(value)),
  decode: (json) => (texts.includes(json as string) ? json : decode(json)),
  schema: { anyOf: [schema, { enum: texts }] },
})
