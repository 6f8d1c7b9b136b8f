import type { CaseResult } from "../run-case.ts"
import { notCovered } from "./not-covered.ts"
import { passingAlone } from "./passing-alone.ts"
import type { Report } from "./report.ts"

/**
 * The report as Markdown, for a pull request or a README: the counts, the failures, the warnings and the skipped cases.
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
  const { results, passed, failed, warned, skipped, effort, seed } = report
  const those = (status: CaseResult["status"]) =>
    results.filter((result) => result.status === status && !result.passesAlone)
  const alone = results.filter(({ passesAlone }) => passesAlone)
  return [
    `**${passed} passed, ${failed} failed, ${warned} warned, ${skipped} skipped** (${effort}, seed ${seed})`,
    ...notCovered(report).flatMap((gap) => ["", plain(gap)]),
    ...section(
      "Failed: required by the contract, by the client, or for safe sign-in",
      those("failed").map(problem),
    ),
    ...section("Passes alone: depends on concurrent or earlier calls", [
      ...(alone.length > 0 ? [passingAlone(alone.length), ""] : []),
      ...alone.map(problem),
    ]),
    ...section("Warned: what a careful adapter does beyond that", those("warned").map(problem)),
    ...section(
      "Skipped",
      those("skipped").map(({ id, reason }) => `- \`${id}\`: ${plain(reason ?? "")}`),
    ),
    "",
  ].join("\n")
}

const section = (title: string, entries: readonly string[]): string[] =>
  entries.length === 0 ? [] : ["", `### ${title}`, "", ...entries]

function problem({ id, clause, title, error }: CaseResult): string {
  const { expected = "", received = "", harm = "", fix, evidence } = error ?? {}
  const lines = [
    `- **${plain(title)}** (\`${id}\`, ${clause})`,
    `  - expected: ${plain(expected)}`,
    `  - received: ${plain(received)}`,
    `  - harm: ${plain(harm)}`,
    ...(fix ? [`  - fix: ${plain(fix)}`] : []),
    ...(evidence ? [`  - seen in: ${plain(evidence)}`] : []),
  ]
  return lines.join("\n")
}

// The values are returned by the adapter under test, so everything that Markdown or HTML could interpret is escaped.
const plain = (text: string): string =>
  text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>|#&~]/g, (character) => `&#${character.charCodeAt(0)};`)
