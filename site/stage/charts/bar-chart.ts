/** One bar, with the figure at its end. `tone` says whose it is. */
export type Bar = {
  readonly label: string
  readonly value: number
  readonly shown: string
  readonly tone: "ours" | "limit" | "other" | "bad"
}

/** A picture of one or several groups of bars on the same scale. */
export type BarChart = {
  readonly title: string
  readonly groups: readonly { readonly label: string; readonly bars: readonly Bar[] }[]
  /** A value that a dashed line marks. */
  readonly mark?: number
}

const rowHeight = 30

/**
 * Draws bars as SVG. Lengths are percentages and colours the site's variables, so that it is readable on a narrow
 * screen, and in the light and in the dark theme.
 */
export function drawBars({ title, groups, mark }: BarChart): string {
  const values = groups.flatMap(({ bars }) => bars.map(({ value }) => value))
  const most = Math.max(mark ?? 0, ...values, 0.01)
  const percent = (value: number): string => `${((value / most) * 100).toFixed(2)}%`
  let y = 0
  const parts = groups.flatMap(({ label, bars }) => {
    if (label !== "") y += rowHeight
    const head = label === "" ? [] : [text("0", y - 8, label, "chart-group")]
    const drawn = bars.flatMap((bar, index) => drawBar(bar, percent, y + index * rowHeight))
    y += bars.length * rowHeight
    return [...head, ...drawn]
  })
  const x = mark === undefined ? undefined : percent(mark)
  const line = x === undefined ? "" : `<line class="chart-mark" x1="${x}" x2="${x}" y1="0" y2="${y}"/>`
  return `<figure class="chart"><figcaption>${escapeHtml(title)}</figcaption><svg width="100%" height="${y + 4}" role="img" aria-label="${escapeHtml(title)}">${line}${parts.join("")}</svg></figure>`
}

const drawBar = (
  { label, value, shown, tone }: Bar,
  percent: (value: number) => string,
  y: number,
): string[] => [
  text("0", y + 14, label, `chart-label chart-${tone}`),
  text("100%", y + 14, shown, `chart-value chart-${tone}`, "end"),
  `<rect class="chart-bar chart-${tone}" x="0" y="${y + 19}" width="${value === 0 ? "2" : percent(value)}" height="7" rx="2"/>`,
]

const text = (x: string, y: number, value: string, name: string, anchor = "start"): string =>
  `<text class="${name}" x="${x}" y="${y}" text-anchor="${anchor}">${escapeHtml(value)}</text>`

const escapeHtml = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")
