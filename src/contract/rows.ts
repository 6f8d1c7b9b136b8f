import type { Json } from "./fields.ts"

/** A value in canonical form. */
export type Value = string | number | boolean | Date | null | Json

/** A row in canonical form: nullable fields are there, optional ones only when they were given. */
export type Row = Record<string, Value>

/** Names exactly one declared unique key of a model, field by field. */
export type Key = Readonly<Record<string, string>>
