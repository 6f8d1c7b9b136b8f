import type { DateStorage, Field, Kind } from "../contract/fields.ts"
import { parseUtc } from "../shared/utc-text.ts"

/** How a column represents a value: by the field's kind, and for dates by the declared representation. */
export type Storage = Kind | `${Exclude<DateStorage, "native">}_date`

export const toStorage = ({ kind, stored = "native" }: Pick<Field, "kind" | "stored">): Storage =>
  kind === "date" && stored !== "native" ? `${stored}_date` : kind

/** The representations of a date as text. */
export type TextDate = Extract<Storage, "iso_date" | "iso_offset_date" | "milliseconds_date">

/**
 * Each representation has one form for every date. A text in another form is read as an invalid date: the database
 * would compare it wrongly with the others.
 */
const textDates: {
  readonly [S in TextDate]: { encode(date: Date): string; decode(text: string): Date }
} = {
  iso_date: {
    encode: (date) => date.toISOString(),
    decode: (text) => isoDate(text, "Z"),
  },
  iso_offset_date: {
    encode: (date) => date.toISOString().replace("Z", "+00:00"),
    decode: (text) => isoDate(text, "+00:00"),
  },
  milliseconds_date: {
    encode: (date) => String(date.getTime()),
    decode: (text) => new Date(/^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN),
  },
}

export const isTextDate = (storage: Storage): storage is TextDate => Object.hasOwn(textDates, storage)

/** The length of a representation's longest text. */
export const textDateLength = (storage: TextDate): number =>
  encodeTextDate(storage, new Date("0001-01-01T00:00:00.000Z")).length

export const encodeTextDate = (storage: TextDate, date: Date): string => textDates[storage].encode(date)

export const decodeTextDate = (storage: TextDate, text: string): Date => textDates[storage].decode(text)

const dateAndTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/

function isoDate(text: string, ending: string): Date {
  const start = text.slice(0, -ending.length)
  return text.endsWith(ending) && dateAndTime.test(start) ? parseUtc(start) : new Date(Number.NaN)
}
