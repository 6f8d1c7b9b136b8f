import type { Json } from "../../contract/fields.ts"
import { throwInvalid, throwInvalidField } from "../../contract/throw-invalid.ts"
import { ownData } from "../../shared/own-data.ts"
import type { Codec, JsonSchema } from "./codec.ts"

type Member = { readonly codec: Codec; readonly optional?: true }

/** An object of exactly these members; an optional one is left out when it is undefined. */
export function objectCodec(members: Readonly<Record<string, Member>>): Codec {
  const entries = Object.entries(members)
  const required = entries.filter(([, { optional }]) => !optional).map(([name]) => name)
  const properties: Record<string, JsonSchema> = Object.fromEntries(
    entries.map(([name, { codec }]) => [name, codec.schema]),
  )

  const convertMembers = (value: unknown, convert: (codec: Codec, member: unknown) => unknown) => {
    const data =
      ownData(value) ??
      throwInvalid(`The argument must be an object with ${entries.map(([name]) => name).join(", ")}.`)
    const made: Record<string, unknown> = {}
    for (const [name, { codec, optional }] of entries) {
      if (data[name] !== undefined) made[name] = convert(codec, data[name])
      else if (!optional) throwInvalidField({ name }, "is missing")
    }
    return made
  }

  return {
    encode: (value) => convertMembers(value, ({ encode }, member) => encode(member)) as Record<string, Json>,
    decode: (json) => convertMembers(json, ({ decode }, member) => decode(member)),
    schema: { type: "object", properties, required, additionalProperties: false },
  }
}

/** A list of at most `most` values. */
export function listCodec(item: Codec, name: string, most = Number.POSITIVE_INFINITY): Codec {
  const checkList = (value: unknown): readonly unknown[] =>
    Array.isArray(value) && value.length <= most
      ? value
      : throwInvalidField({ name }, "must be a list that is not too long")
  return {
    encode: (value) => checkList(value).map((entry) => item.encode(entry)),
    decode: (json) => checkList(json).map((entry) => item.decode(entry)),
    schema: { type: "array", items: item.schema, ...(Number.isFinite(most) && { maxItems: most }) },
  }
}

/** One of a few texts. */
export function enumCodec(texts: readonly string[], name: string): Codec {
  const check = (value: unknown): string =>
    texts.includes(value as string)
      ? (value as string)
      : throwInvalidField({ name }, `must be one of ${texts.join(", ")}`)
  return { encode: check, decode: check, schema: { enum: texts } }
}

/** Any text. */
export function textValue(name: string): Codec {
  const check = (value: unknown): string =>
    typeof value === "string" ? value : throwInvalidField({ name }, "must be text")
  return { encode: check, decode: check, schema: { type: "string" } }
}
