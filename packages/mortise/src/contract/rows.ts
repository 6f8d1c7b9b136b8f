import type { Json } from "./fields.ts"

/** A value in canonical form. */
export type Value = string | number | boolean | Date | null | Json

/** A row in canonical form: nullable fields are present, optional fields only if they have a value. */
export type Row = Record<string, Value>

/** The fields of one unique key of a model, with their values. */
export type Key = Readonly<Record<string, string>>
