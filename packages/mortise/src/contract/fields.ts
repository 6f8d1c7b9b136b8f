/** A value that JSON represents exactly. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** The kinds of a field, each with its type in JavaScript. */
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
 * What happens to a field that the caller omits.
 * `required`: the row is refused. `defaulted`: the default is stored. `nullable`: null is stored and returned.
 * `optional`: the field is left out. `generated`: the database creates the value; a given one is ignored.
 */
export type Presence = "required" | "defaulted" | "nullable" | "optional" | "generated"

/** How a SQL store can represent a date. `native` is the date type of the engine that is safe in every time zone. */
export const dateStorages = ["native", "utc", "iso", "iso_offset", "milliseconds", "seconds"] as const

/**
 * How a SQL store represents a date. `native`: the date type of the engine that is safe in every time zone (default).
 * `utc`: a column without a time zone that holds UTC, such as `timestamp` on PostgreSQL. `iso`, `iso_offset`: text such
 * as `2026-01-02T03:04:05.678Z`, or with `+00:00` at its end. `milliseconds`: text that holds the milliseconds since
 * 1970. `seconds`: a date type without fractions, which drops milliseconds.
 */
export type DateStorage = (typeof dateStorages)[number]

/** One field of a model, as data. */
export type Field<K extends Kind = Kind, P extends Presence = Presence> = {
  readonly kind: K
  readonly presence: P
  /** The value of an absent field on insert, or a function that returns it. */
  readonly default?: Kinds[K] | (() => Kinds[K])
  /** Whether the database stores a default of its own for an absent field. The field is then left out of the insert. */
  readonly databaseDefault?: true
  /** Creates the value of the field on every update that does not set it. */
  readonly onUpdate?: () => Kinds[K]
  /** Text and JSON: maximum length in bytes of UTF-8. Integer: maximum value. */
  readonly max?: number
  readonly min?: number
  /** Masked in logs and tools. */
  readonly secret?: boolean
  readonly oneOf?: readonly string[]
  /** The canonical form in which a value is stored and compared. */
  readonly form?: "email" | "lower" | "id" | "provider_id"
  /** For a date: how its column represents it. Default: `native`. */
  readonly stored?: DateStorage
}

export type Fields = Readonly<Record<string, Field>>

/** The options of an extra field. Without options the field is nullable. */
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

declare const narrowed: unique symbol

/** A field whose values have a narrower type than its kind. The symbol exists in the type only. */
export type NarrowField<K extends Kind, T, P extends Presence> = Field<K, P> & { readonly [narrowed]: T }
type NarrowText<T extends string, P extends Presence> = NarrowField<"text", T, P>

/** The type of a narrowed field. */
export type NarrowedTo<F> = F extends { readonly [narrowed]: infer T } ? T : never

type NarrowOptions<T extends string> = Omit<FieldOptions<T>, "default" | "required" | "optional">

/**
 * A text field. A type argument narrows its type: `text<"admin" | "member">()`; `oneOf` does so too, and checks it at
 * run time.
 *
 * @example
 * ```ts
 * import { defineSchema, text } from "mortise"
 * const schema = defineSchema({
 *   user: { fields: { role: text<"admin" | "member">({ default: "member" }), plan: text({ oneOf: ["free", "paid"] }) } },
 * })
 * ```
 */
export function text<const O extends TextOptions = object>(options?: O): Built<"text", O>
export function text<T extends string>(
  options: NarrowOptions<T> & { readonly default: T | (() => T) },
): NarrowText<T, "defaulted">
export function text<T extends string>(
  options: NarrowOptions<T> & { readonly required: true },
): NarrowText<T, "required">
export function text<T extends string>(
  options: NarrowOptions<T> & { readonly optional: true },
): NarrowText<T, "optional">
export function text<T extends string>(options?: NarrowOptions<T>): NarrowText<T, "nullable">
export function text(options: TextOptions = {}): Field {
  return build("text", options as FieldOptions<never>)
}

/**
 * A field that holds a `Date`, stored in UTC with milliseconds.
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
