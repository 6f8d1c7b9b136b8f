import type { CaseResult } from "../run-case.ts"
import { type Cause, countCases, mixedSymptom } from "./causes.ts"
import { notCovered } from "./not-covered.ts"
import { passingAlone } from "./passing-alone.ts"
import type { Report } from "./report.ts"

/**
 * The report as Markdown, for a pull request or a README: the counts, the causes of failures and
 * warnings, each with its simplest case, and the skipped cases.
 *
 * @example
 * ```ts
 * import { runConformance, toMarkdown } from "@mortise/conformance"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const report = await runConformance({ factory: () => ({ adapter: memoryAdapter() }), only: ["users"], onLine: false })
 * console.log(toMarkdown(report))
 * ```
 */
export function toMarkdown(report: Report): string {
  const { results, causes, passed, failed, warned, skipped, effort, seed } = report
  const formatCauses = (status: Cause["status"]) =>
    causes.filter((cause) => cause.status === status).map((cause) => causeEntry(cause, results))
  const alone = results.filter(({ passesAlone }) => passesAlone)
  return [
    `**${passed} passed, ${failed} failed, ${warned} warned, ${skipped} skipped** (${effort}, seed ${seed})`,
    ...notCovered(report).flatMap((gap) => ["", plain(gap)]),
    ...section(
      "Failed: required by the contract, by the client, or for safe sign-in",
      formatCauses("failed"),
    ),
    ...section(
      "Passes alone: depends on concurrent or earlier calls",
      alone.length > 0 ? [passingAlone(alone.length), "", ...alone.map(({ id }) => `- \`${id}\``)] : [],
    ),
    ...section("Warned: what a careful adapter does beyond that", formatCauses("warned")),
    ...section(
      "Skipped",
      results
        .filter(({ status }) => status === "skipped")
        .map(({ id, reason }) => `- \`${id}\`: ${plain(reason ?? "")}`),
    ),
    "",
  ].join("\n")
}

const section = (title: string, entries: readonly string[]): string[] =>
  entries.length === 0 ? [] : ["", `### ${title}`, "", ...entries]

/** A cause with its simplest case, and the ids of the others. */
function causeEntry(cause: Cause, results: readonly CaseResult[]): string {
  const heading = `- **${plain(cause.symptom)}** (${countCases(cause.cases.length)})`
  // Any of the causes above explains these cases: what they expected would mislead.
  if (cause.symptom === mixedSymptom) return `${heading}: ${listIds(cause.cases)}`
  const [first, ...rest] = cause.cases
  const result = results.find(({ id }) => id === first)
  const { expected = "", received = "", harm = "", fix, evidence } = result?.error ?? {}
  const lines = [
    heading,
    `  - ${plain(result?.title ?? "")} (\`${first}\`, ${result?.clause})`,
    `  - expected: ${plain(expected)}`,
    `  - received: ${plain(received)}`,
    ...(harm ? [`  - harm: ${plain(harm)}`] : []),
    ...(fix ? [`  - fix: ${plain(fix)}`] : []),
    ...(evidence ? [`  - seen in: ${plain(evidence)}`] : []),
    ...(rest.length > 0 ? [`  - also: ${listIds(rest)}`] : []),
  ]
  return lines.join("\n")
}

const listIds = (ids: readonly string[]): string => ids.map((id) => `\`${id}\``).join(", ")

// The values are returned by the adapter under test, so everything that Markdown or HTML could interpret is escaped.
const plain = (text: string): string =>
  text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>|#&~]/g, (character) => `&#${character.charCodeAt(0)};`)
