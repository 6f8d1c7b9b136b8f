import type { EngineResult } from "./rounds.ts"

const [left, barHeight, step, width] = [210, 20, 30, 720]

/** One bar per contestant for one workload, fastest first; the chart of the README. */
export function toHeadlineSvg({ results }: EngineResult, workload: string, callers: number): string {
  const result = results.find((each) => each.workload === workload && each.callers === callers)
  const bars = (result?.standings ?? [])
    .flatMap(({ contestant, figures }) => (figures ? [{ contestant, ratio: figures.ratio }] : []))
    .sort((a, b) => b.ratio - a.ratio)
  const most = Math.max(1, ...bars.map(({ ratio }) => ratio))
  const height = 52 + bars.length * step
  const title = "Session lookups per second on PostgreSQL, 32 callers (hand-written statement on pg = 1)"
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="13">`,
    `<title>${title}</title>`,
    `<rect width="100%" height="100%" fill="white"/>`,
    `<text x="16" y="26" font-size="15" font-weight="bold">${title}</text>`,
    ...bars.flatMap(({ contestant, ratio }, nth) => {
      const y = 44 + nth * step
      const length = ((ratio / most) * (width - left - 70)).toFixed(1)
      const colour = contestant.startsWith("mortise") ? "#0b7285" : "#adb5bd"
      return [
        `<text x="${left - 10}" y="${y + 15}" text-anchor="end">${escaped(contestant)}</text>`,
        `<rect x="${left}" y="${y}" width="${length}" height="${barHeight}" rx="2" fill="${colour}"/>`,
        `<text x="${left + Number(length) + 8}" y="${y + 15}">${ratio.toFixed(2)}</text>`,
      ]
    }),
    "</svg>",
    "",
  ].join("\n")
}

const escaped = (value: string): string => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
