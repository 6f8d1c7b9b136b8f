import type { Where } from "better-auth"

type Value = Where["value"]
type Options = Omit<Where, "field" | "value">

/** A condition on one field. */
export const where = (field: string, value: Value, options?: Options): Where => ({ field, value, ...options })
