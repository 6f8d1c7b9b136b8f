import type { EngineResult } from "./rounds.ts"

const colours = [
  "#9aa0a6",
  "#0b7285",
  "#e8590c",
  "#ae3ec9",
  "#2b8a3e",
  "#c2255c",
  "#5f3dc4",
  "#495057",
  "#f08c00",
  "#1971c2",
  "#66a80f",
  "#862e9c",
]
const [left, barHeight, gap, width] = [230, 14, 18, 640]

/** Bars of the rates on one engine, as ratios to the baseline at 1. */
export function toSvg({ engine, baseline, results }: EngineResult): string {
  const title = `Rate of calls on ${escaped(engine)}, as a ratio to ${escaped(baseline)}`
  const names = results[0]?.standings.map(({ contestant }) => contestant) ?? []
  const top = 40 + names.length * 18
  const groupHeight = names.length * barHeight + gap
  const height = top + results.length * groupHeight + 10
  const most = Math.max(
    1.2,
    ...results.flatMap(({ standings }) => standings.map(({ figures }) => figures?.ratio ?? 0)),
  )
  const x = (ratio: number): number => left + (ratio / most) * (width - left - 60)
  const legend = names.map(
    (name, nth) =>
      `<rect x="16" y="${34 + nth * 18}" width="12" height="12" fill="${colour(nth)}"/>${text(34, 44 + nth * 18, name)}`,
  )
  const bars = results.flatMap(({ workload, callers, standings }, group) => {
    const y = top + group * groupHeight
    return [
      text(left - 8, y + (names.length * barHeight) / 2 + 4, `${workload} ×${callers}`, "end"),
      ...standings.map(({ figures }, nth) => {
        const at = y + nth * barHeight
        if (!figures) return text(left + 4, at + 10, "–")
        const { ratio } = figures
        return `<rect x="${left}" y="${at}" width="${(x(ratio) - left).toFixed(1)}" height="${barHeight - 2}" fill="${colour(nth)}"/>${text(x(ratio) + 4, at + 10, ratio.toFixed(2))}`
      }),
    ]
  })
  const limit = `<line x1="${x(1)}" x2="${x(1)}" y1="${top - 6}" y2="${height - 10}" stroke="#212529" stroke-dasharray="3 3"/>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="11">`,
    `<title>${title}</title>`,
    `<rect width="100%" height="100%" fill="white"/>`,
    `<text x="16" y="20" font-size="14">${title}</text>`,
    ...legend,
    ...bars,
    limit,
    "</svg>",
    "",
  ].join("\n")
}

const colour = (nth: number): string => colours[nth % colours.length] as string
const escaped = (value: string): string => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
const text = (x: number, y: number, value: string, anchor = "start"): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escaped(value)}</text>`
