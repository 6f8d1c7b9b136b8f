/** A value that JSON can carry exactly. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** The kinds of a field, and the value that each has at the contract. */
export type Kinds = {
  text: string
  date: Date
  integer: number
  number: number
  boolean: boolean
  json: Json
}
export type Kind = keyof Kinds

/**
 * How a field behaves when it is not given.
 * `required`: refused. `defaulted`: filled in. `nullable`: null. `optional`: left out.
 * `generated`: made by the database, and never taken from the caller.
 */
export type Presence = "required" | "defaulted" | "nullable" | "optional" | "generated"

/**
 * How a SQL store represents a date. `native`: the date type of the engine that is safe in every time zone (default).
 * `utc`: a column without a time zone that holds UTC, such as `timestamp` on PostgreSQL.
 */
export type DateStorage = "native" | "utc"

/** One field of a model, as data. */
export type Field<K extends Kind = Kind, P extends Presence = Presence> = {
  readonly kind: K
  readonly presence: P
  /** What an absent field becomes on insert: a value, or a function that makes one. */
  readonly default?: Kinds[K] | (() => Kinds[K])
  /** Text and JSON: most bytes of UTF-8. Integer: largest value. */
  readonly max?: number
  readonly min?: number
  /** Never shown in logs, tours and tools. */
  readonly secret?: boolean
  readonly oneOf?: readonly string[]
  /** The canonical form that a value is put into before it is compared or stored. */
  readonly form?: "email" | "lower" | "id" | "provider-id"
  /** Of a date: how its column represents it. Default: `native`. */
  readonly stored?: DateStorage
}

export type Fields = Readonly<Record<string, Field>>

/** What may be said of an extra field. Without any of it the field is nullable. */
export type FieldOptions<T> = {
  readonly default?: T | (() => T)
  readonly required?: true
  readonly optional?: true
  readonly max?: number
  readonly min?: number
  readonly secret?: true
}

type PresenceOf<O> = O extends { default: unknown }
  ? "defaulted"
  : O extends { required: true }
    ? "required"
    : O extends { optional: true }
      ? "optional"
      : "nullable"

type Built<K extends Kind, O> = Field<K, PresenceOf<O>> & Pick<O, Extract<keyof O, "oneOf">>

function build<K extends Kind, const O extends FieldOptions<never>>(kind: K, options: O): Built<K, O> {
  const { required, optional, ...rest } = options
  const presence =
    "default" in options ? "defaulted" : required ? "required" : optional ? "optional" : "nullable"
  return Object.freeze({ kind, presence, ...rest }) as unknown as Built<K, O>
}

type DateOptions = FieldOptions<Date> & Pick<Field, "stored">
type TextOptions = FieldOptions<string> & Pick<Field, "oneOf" | "form">

/**
 * A field of text.
 *
 * @example
 * ```ts
 * import { defineSchema, text } from "mortise"
 * const schema = defineSchema({ user: { fields: { role: text({ default: "member" }) } } })
 * ```
 */
export const text = <const O extends TextOptions = object>(options?: O): Built<"text", O> =>
  build("text", (options ?? {}) as O & FieldOptions<never>)

/**
 * A field that holds a `Date`, kept to the millisecond in UTC.
 *
 * @example
 * ```ts
 * import { date, defineSchema } from "mortise"
 * const schema = defineSchema({ user: { fields: { createdAt: date({ default: () => new Date() }) } } })
 * ```
 */
export const date = <const O extends DateOptions = object>(options?: O): Built<"date", O> =>
  build("date", (options ?? {}) as O & FieldOptions<never>)

/**
 * A field that holds a whole number, up to 2^53 - 1.
 *
 * @example
 * ```ts
 * import { defineSchema, integer } from "mortise"
 * const schema = defineSchema({ user: { fields: { logins: integer({ default: 0 }) } } })
 * ```
 */
export const integer = <const O extends FieldOptions<number> = object>(options?: O): Built<"integer", O> =>
  build("integer", (options ?? {}) as O & FieldOptions<never>)

/**
 * A field that holds any finite number.
 *
 * @example
 * ```ts
 * import { defineSchema, number } from "mortise"
 * const schema = defineSchema({ account: { fields: { trust: number() } } })
 * ```
 */
export const number = <const O extends FieldOptions<number> = object>(options?: O): Built<"number", O> =>
  build("number", (options ?? {}) as O & FieldOptions<never>)

/**
 * A field that is true or false.
 *
 * @example
 * ```ts
 * import { boolean, defineSchema } from "mortise"
 * const schema = defineSchema({ user: { fields: { banned: boolean({ default: false }) } } })
 * ```
 */
export const boolean = <const O extends FieldOptions<boolean> = object>(options?: O): Built<"boolean", O> =>
  build("boolean", (options ?? {}) as O & FieldOptions<never>)

/**
 * A field that holds any JSON value.
 *
 * @example
 * ```ts
 * import { defineSchema, json } from "mortise"
 * const schema = defineSchema({ session: { fields: { device: json({ optional: true }) } } })
 * ```
 */
export const json = <const O extends FieldOptions<Json> = object>(options?: O): Built<"json", O> =>
  build("json", (options ?? {}) as O & FieldOptions<never>)
