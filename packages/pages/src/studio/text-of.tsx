import type { VNode } from "preact"
import { visibleText } from "../../../mortise/src/shared/visible-text.ts"

const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A value of a row as text. */
export function textOf(value: string | number | boolean | null | undefined): VNode | string {
  if (value === null || value === undefined) return "–"
  if (typeof value === "string" && isoDate.test(value))
    return <time dateTime={value}>{`${value.slice(0, 10)} ${value.slice(11, 16)} UTC`}</time>
  return shortText(String(value))
}

const maxLength = 200

/** The start of a text from the database, which may be very long, with the escapes of characters that are not seen. */
export function shortText(text: string): string {
  const start = visibleText(text.slice(0, maxLength))
  return text.length <= maxLength ? start : `${start} … (${text.length} characters)`
}
