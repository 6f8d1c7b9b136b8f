import type { CaseResult } from "../run-case.ts"
import { type Cause, countCases, countTopics, mixedSymptom } from "./causes.ts"
import { notCovered } from "./not-covered.ts"
import { passingAlone } from "./passing-alone.ts"
import type { Report } from "./report.ts"

/** Prints a failure in one line when it happens, if no case has failed in this way before. */
export function createProgress(print: (line: string) => void): (result: CaseResult) => void {
  const seen = new Set<string | undefined>()
  return ({ id, status, symptom }) => {
    if (status !== "failed" || seen.has(symptom)) return
    seen.add(symptom)
    print(`✗ ${id}: ${symptom}`)
  }
}

// An adapter with more causes than this is at its beginning: the first of them are enough to go on.
const mostInFull = 10
const longestLine = 400

/** The report for a terminal: the causes, the cases that pass alone, what was not covered, then the counts. */
export function summary(report: Report): string[] {
  const { passed, failed, warned, skipped, effort, seed } = report
  const count = `${passed} passed, ${failed} failed, ${warned} warned, ${skipped} skipped`
  const gaps = notCovered(report).flatMap((gap) => [`! ${gap}`, ""])
  return [...describeCauses(report), ...aloneLines(report), ...gaps, `${count} (${effort}, seed ${seed})`]
}

/** The causes, each with its simplest case, and the other cases counted below it. */
export function describeCauses({ causes, results }: Pick<Report, "causes" | "results">): string[] {
  const failed = causes.filter(({ status, symptom }) => status === "failed" && symptom !== mixedSymptom)
  const mixed = causes.find(({ symptom }) => symptom === mixedSymptom)
  const warned = causes.filter(({ status }) => status === "warned")
  return [
    ...(failed.length > 0 ? ["", describeCount(failed), ""] : []),
    ...failed.flatMap((cause, index) => [
      `${index + 1}. ${cause.symptom} (${countCases(cause.cases.length)})`,
      ...(index < mostInFull ? problemLines(cause, results) : [`✗ ${cause.cases[0]}`]),
      "",
    ]),
    ...(mixed
      ? [`… ${countCases(mixed.cases.length)} may have any of these causes: ${mixed.cases.join(", ")}`, ""]
      : []),
    ...(warned.length > 0 ? ["Warned: what a careful adapter does beyond that", ""] : []),
    ...warned.flatMap((cause) => warningLines(cause, results)),
    ...(warned.length > 0 ? [""] : []),
  ]
}

const describeCount = (causes: readonly Cause[]): string =>
  causes.length === 1
    ? "1 cause, with its simplest case:"
    : `${causes.length} causes, each with its simplest case:`

/** The cases of a cause after the first one, counted by topic; empty if there are none. */
const describeRest = ({ cases: [, ...rest] }: Cause): string =>
  rest.length === 0 ? "" : `${rest.length} more: ${countTopics(rest)}`

function problemLines(cause: Cause, results: readonly CaseResult[]): string[] {
  const first = results.find(({ id }) => id === cause.cases[0])
  const rest = describeRest(cause)
  const lines = (first?.error?.message ?? "").split("\n").map(clip)
  return [`✗ ${first?.id}: ${lines[0]}`, ...lines.slice(1), ...(rest ? [`  and       ${rest}`] : [])]
}

function warningLines(cause: Cause, results: readonly CaseResult[]): string[] {
  const first = results.find(({ id }) => id === cause.cases[0])
  const rest = describeRest(cause)
  return [`! ${first?.id}: ${first?.title}${rest ? ` (and ${rest})` : ""}`]
}

const clip = (line: string): string => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line)

function aloneLines({ results }: Report): string[] {
  const ids = results.flatMap(({ id, passesAlone }) => (passesAlone ? [`  ${id}`] : []))
  return ids.length === 0 ? [] : [`! ${passingAlone(ids.length)}`, ...ids, ""]
}
