import type { Settings } from "./settings.ts"

/** The result of a measurement other than a race. */
export type Table = {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

/** One part of the page, from its heading to the next. */
export type Section = { readonly title: string; readonly text: string }

export type Measurement = (settings: Settings) => Promise<Table[]>

export const tableLines = ({ title, about, columns, rows }: Table, measured: string): string[] => [
  `## ${title}`,
  "",
  about,
  "",
  `| ${columns.join(" | ")} |`,
  `|${columns.map(() => "---").join("|")}|`,
  ...rows.map((row) => `| ${row.map(shown).join(" | ")} |`),
  "",
  measured,
  "",
]

const shown = (value: string | number): string =>
  typeof value === "string" ? value : Number.isInteger(value) ? String(value) : value.toFixed(2)
