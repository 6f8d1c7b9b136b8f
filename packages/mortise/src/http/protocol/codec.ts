import type { Json } from "../../contract/fields.ts"
import { ownData } from "../../shared/own-data.ts"

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

const reasons: readonly string[] = ["absent", "refused"]

/** A `Guarded` result, which is sent as the row or as the reason. A row is never a text. */
export const guardedCodec = ({ encode, decode, schema }: Codec): Codec => ({
  encode(value) {
    const { ok, row, reason } = ownData(value) ?? {}
    return ok === false && reasons.includes(reason as string) ? (reason as string) : encode(row)
  },
  decode: (json) =>
    reasons.includes(json as string) ? { ok: false, reason: json } : { ok: true, row: decode(json) },
  schema: { anyOf: [schema, { enum: reasons }] },
})
