import type { Field, Kind } from "../../contract/fields.ts"

/** How a column represents a value: by the kind of the field, and for dates by its declared representation. */
export type Storage = Kind | "utc-date"

export const storageOf = ({ kind, stored }: Pick<Field, "kind" | "stored">): Storage =>
  kind === "date" && stored === "utc" ? "utc-date" : kind
