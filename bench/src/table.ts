import type { Settings } from "./settings.ts"

/** What a measurement other than a race found out. */
export type Table = {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

export type Measurement = (settings: Settings) => Promise<Table[]>

export const tableLines = ({ title, about, columns, rows }: Table): string[] => [
  "",
  `## ${title}`,
  "",
  about,
  "",
  `| ${columns.join(" | ")} |`,
  `|${columns.map(() => "---").join("|")}|`,
  ...rows.map((row) => `| ${row.map(shown).join(" | ")} |`),
]

const shown = (value: string | number): string =>
  typeof value === "string" ? value : Number.isInteger(value) ? String(value) : value.toFixed(2)
