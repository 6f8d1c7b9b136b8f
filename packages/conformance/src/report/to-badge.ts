import type { Report } from "./report.ts"

const green = "#2d7d46"
const red = "#b3261e"
const characterWidth = 6.6
const padding = 12

/**
 * The report as an SVG badge that shows how many musts hold of those that ran.
 *
 * @example
 * ```ts
 * import { runConformance, toBadge } from "@mortise/conformance"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const report = await runConformance({ factory: () => ({ adapter: memoryAdapter() }), only: ["users"], onLine: false })
 * console.log(toBadge(report).includes("of"))
 * ```
 */
export function toBadge({ results, failed }: Report): string {
  const asked = results.filter(({ level, status }) => level === "must" && status !== "skipped").length
  const label = "adapter contract"
  const message = `${asked - failed} of ${asked}`
  const left = label.length * characterWidth + padding
  const right = message.length * characterWidth + padding
  const text = (x: number, content: string) =>
    `<text x="${x.toFixed(1)}" y="14" fill="#fff" text-anchor="middle">${content}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${(left + right).toFixed(0)}" height="20" role="img" aria-label="${label}: ${message}">`,
    `<rect width="100%" height="20" rx="3" fill="#444"/>`,
    `<rect x="${left.toFixed(1)}" width="${right.toFixed(1)}" height="20" rx="3" fill="${failed > 0 ? red : green}"/>`,
    `<g font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    `${text(left / 2, label)}${text(left + right / 2, message)}</g></svg>\n`,
  ].join("")
}
