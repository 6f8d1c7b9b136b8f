import type { JsonSchema } from "../../../src/http/protocol/codec.ts"

type Definitions = Readonly<Record<string, JsonSchema>>

/** Why a value does not match a schema. Supports the keywords of our schemas and throws for any other. */
export function mismatch(
  value: unknown,
  schema: JsonSchema,
  definitions: Definitions,
  at = "$",
): string | undefined {
  for (const [keyword, wanted] of Object.entries(schema)) {
    const check = keywords[keyword]
    if (!check) throw new Error(`no check for ${keyword}`)
    const problem = check({ value, wanted, schema, definitions, at })
    if (problem) return problem
  }
  return undefined
}

type Context = { value: unknown; wanted: unknown; schema: JsonSchema; definitions: Definitions; at: string }
type Check = (context: Context) => string | undefined

const complain = (holds: boolean, at: string, what: string): string | undefined =>
  holds ? undefined : `${at} ${what}`

const typeOf = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "array"
  return Number.isInteger(value) ? "integer" : typeof value
}

const isObject = (value: unknown): value is Record<string, unknown> => typeOf(value) === "object"

const keywords: Readonly<Record<string, Check>> = {
  $ref: ({ value, wanted, definitions, at }) => {
    const found = definitions[String(wanted).split("/").at(-1) ?? ""]
    return found ? mismatch(value, found, definitions, at) : `${wanted} does not exist`
  },
  type: ({ value, wanted, at }) =>
    complain(
      typeOf(value) === wanted || (wanted === "number" && typeOf(value) === "integer"),
      at,
      `is not of type ${wanted}`,
    ),
  enum: ({ value, wanted, at }) =>
    complain((wanted as unknown[]).includes(value), at, "is not one of the allowed values"),
  anyOf: ({ value, wanted, definitions, at }) => {
    const problems = (wanted as JsonSchema[]).map((one) => mismatch(value, one, definitions, at))
    return problems.includes(undefined) ? undefined : problems.join(", ")
  },
  properties: ({ value, wanted, definitions, at }) =>
    Object.entries(wanted as Record<string, JsonSchema>)
      .filter(([name]) => isObject(value) && name in value)
      .map(([name, one]) =>
        mismatch((value as Record<string, unknown>)[name], one, definitions, `${at}.${name}`),
      )
      .find(Boolean),
  required: ({ value, wanted, at }) => {
    const missing = (wanted as string[]).filter((name) => !(isObject(value) && name in value))
    return complain(missing.length === 0, at, `lacks ${missing}`)
  },
  additionalProperties: ({ value, wanted, schema, at }) => {
    const known = Object.keys((schema["properties"] ?? {}) as object)
    const more = isObject(value) ? Object.keys(value).filter((name) => !known.includes(name)) : []
    return complain(wanted === true || more.length === 0, at, `has ${more}`)
  },
  items: ({ value, wanted, definitions, at }) =>
    (value as unknown[])
      .map((one, nth) => mismatch(one, wanted as JsonSchema, definitions, `${at}[${nth}]`))
      .find(Boolean),
  prefixItems: ({ value, wanted, definitions, at }) =>
    (value as unknown[])
      .map((one, nth) => mismatch(one, (wanted as JsonSchema[])[nth] ?? {}, definitions, `${at}[${nth}]`))
      .find(Boolean),
  maxItems: ({ value, wanted, at }) =>
    complain((value as unknown[]).length <= Number(wanted), at, "is too long"),
  pattern: ({ value, wanted, at }) =>
    complain(new RegExp(String(wanted)).test(String(value)), at, "does not fit"),
  maxLength: ({ value, wanted, at }) => complain(String(value).length <= Number(wanted), at, "is too long"),
  minimum: ({ value, wanted, at }) => complain(Number(value) >= Number(wanted), at, "is too small"),
  maximum: ({ value, wanted, at }) => complain(Number(value) <= Number(wanted), at, "is too large"),
  format: () => undefined,
  examples: () => undefined,
}
