import type { DateStorage, Field, Kind } from "../../contract/fields.ts"

/** How a column represents a value: by the kind of the field, and for dates by its declared representation. */
export type Storage = Kind | `${Exclude<DateStorage, "native">}-date`

export const storageOf = ({ kind, stored = "native" }: Pick<Field, "kind" | "stored">): Storage =>
  kind === "date" && stored !== "native" ? `${stored}-date` : kind
