import { type MarkdownTable, parseTables } from "../markdown-table.ts"
import { plain } from "../page.ts"
import { type Bar, drawBars } from "./bar-chart.ts"

/** Replaces the pictures of a page of benchmarks by ones that are drawn from the table below each. */
export const withRateCharts = (page: string): string =>
  page.replace(/^!\[Rates on ([\w-]+)\]\([^)]*\)\n/gm, (_, engine: string, offset: number) => {
    const table = parseTables(page.slice(offset))[0]
    if (!table) throw new Error(`There is no table below the picture of ${engine}.`)
    return `${rateChart(engine, table)}\n`
  })

/** Session lookups or checks, with one caller and with many. */
function rateChart(engine: string, { head, rows }: MarkdownTable): string {
  const lookups = rows.filter(([operation = ""]) => /^(getSessionAndUser|session check)/.test(operation))
  if (lookups.length === 0) throw new Error(`The table of ${engine} has no session lookups.`)
  return drawBars({
    title: `${plain(lookups[0]?.[0] ?? "").replace(/,.*/, "")} on ${engine}: rate as a ratio to ${plain(head[1] ?? "")}. Higher is faster.`,
    mark: 1,
    groups: lookups.map((row) => ({
      label: plain(row[0] ?? "").replace(/^.*, /, ""),
      bars: row.slice(1).flatMap((figure, index): Bar[] => {
        const label = plain(head[index + 1] ?? "")
        const value = Number.parseFloat(figure)
        if (Number.isNaN(value)) return []
        const tone = label.startsWith("mortise")
          ? "ours"
          : /^(limit|constants)/.test(label)
            ? "limit"
            : "other"
        return [{ label, value, shown: `${value.toFixed(2)} ×`, tone }]
      }),
    })),
  })
}

/** Puts a picture above each table that counts the causes of failed musts of adapters. */
export const withCauseCharts = (page: string): string =>
  page.replace(/(?:^\|.*\|[ \t]*\n)+/gm, (block) => {
    const [table] = parseTables(block)
    const chart = table && causeChart(table)
    return chart ? `${chart}\n\n${block}` : block
  })

/** Bars of the causes per adapter; undefined for a table of something else. */
export function causeChart({ head, rows }: MarkdownTable): string | undefined {
  const name = head.indexOf("adapter")
  const causes = head.findIndex((column) => /^causes\b/.test(column))
  if (name < 0 || causes < 0) return undefined
  const bars = rows.map((row): Bar => {
    const label = plain(name > 0 ? (row[0] ?? "") : (row[name] ?? ""))
    const value = Number.parseInt(plain(row[causes] ?? ""), 10)
    return { label, value, shown: String(value), tone: label.startsWith("mortise") ? "ours" : "bad" }
  })
  return drawBars({
    title: "Causes of broken musts per adapter. Fewer is better.",
    groups: [{ label: "", bars }],
  })
}
