import type { VNode } from "preact"

const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A value of a row as text. */
export function textOf(value: string | number | boolean | null | undefined): VNode | string {
  if (value === null || value === undefined) return "–"
  if (typeof value === "string" && isoDate.test(value))
    return <time dateTime={value}>{`${value.slice(0, 10)} ${value.slice(11, 16)} UTC`}</time>
  return shortText(String(value))
}

const maxLength = 200

/** The start of a text: names and images may be very long. */
export function shortText(text: string): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)} … (${text.length} characters)`
}
