import type { CaseResult } from "../run-case.ts"
import type { Report } from "./report.ts"

const green = "#2d7d46"
const red = "#b3261e"
const characterWidth = 6.6
const padding = 12

/** What a badge shows: a race that was not seen is not counted as a rule that holds. */
export type BadgeCounts = {
  /** How many musts hold, without those that look for a race. */
  readonly held: number
  /** How many of them do not hold. */
  readonly broken: number
  /** How many musts that look for a race found one. */
  readonly racesSeen: number
  /** How many races were started without one of them being seen. */
  readonly rounds: number
}

/**
 * The report as an SVG badge that shows how many musts hold of those that ran. Races are counted apart: one that was not
 * seen may still be there.
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
export function toBadge({ results }: Report): string {
  const musts = results.filter(({ level, status }) => level === "must" && status !== "skipped")
  const races = musts.filter((result) => result.races !== undefined)
  const isBroken = ({ status }: CaseResult) => status === "failed"
  const broken = musts.filter(isBroken).length
  const racesSeen = races.filter(isBroken).length
  const notSeen = races.filter((result) => !isBroken(result))
  return drawBadge({
    held: musts.length - races.length - (broken - racesSeen),
    broken: broken - racesSeen,
    racesSeen,
    rounds: notSeen.reduce((sum, { races = 0 }) => sum + races, 0),
  })
}

/** Draws the counts. */
export function drawBadge(counts: BadgeCounts): string {
  const { held, broken, racesSeen } = counts
  const label = "adapter contract"
  const message = [`${held} of ${held + broken}`, ...racesText(counts)].join(", ")
  const left = label.length * characterWidth + padding
  const right = message.length * characterWidth + padding
  const text = (x: number, content: string) =>
    `<text x="${x.toFixed(1)}" y="14" fill="#fff" text-anchor="middle">${content}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${(left + right).toFixed(0)}" height="20" role="img" aria-label="${label}: ${message}">`,
    `<rect width="100%" height="20" rx="3" fill="#444"/>`,
    `<rect x="${left.toFixed(1)}" width="${right.toFixed(1)}" height="20" rx="3" fill="${broken + racesSeen > 0 ? red : green}"/>`,
    `<g font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    `${text(left / 2, label)}${text(left + right / 2, message)}</g></svg>\n`,
  ].join("")
}

function racesText({ racesSeen, rounds }: BadgeCounts): string[] {
  if (racesSeen > 0) return [`${racesSeen} ${racesSeen === 1 ? "race" : "races"} seen`]
  return rounds > 0 ? [`no race seen in ${rounds} rounds`] : []
}
