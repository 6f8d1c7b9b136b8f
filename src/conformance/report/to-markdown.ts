import type { Result } from "../run-case.ts"
import type { Report } from "./report.ts"

/**
 * The report as Markdown, for a pull request or a README: the count, what did not hold, what was not asked.
 *
 * @example
 * ```ts
 * import { run, toMarkdown } from "mortise/conformance"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const report = await run({ factory: () => ({ adapter: memoryAdapter() }), only: ["users"], onLine: false })
 * console.log(toMarkdown(report))
 * ```
 */
export function toMarkdown({ results, passed, failed, warned, skipped, effort, seed }: Report): string {
  const those = (status: Result["status"]) => results.filter((result) => result.status === status)
  return [
    `**${passed} passed, ${failed} failed, ${warned} warned, ${skipped} skipped** (${effort}, seed ${seed})`,
    ...section("Failed: what the contract, the client or safety demands", those("failed").map(trouble)),
    ...section("Warned: what a careful adapter does beyond that", those("warned").map(trouble)),
    ...section(
      "Skipped",
      those("skipped").map(({ id, reason }) => `- \`${id}\`: ${plain(reason ?? "")}`),
    ),
    "",
  ].join("\n")
}

const section = (title: string, entries: readonly string[]): string[] =>
  entries.length === 0 ? [] : ["", `### ${title}`, "", ...entries]

function trouble({ id, clause, title, error }: Result): string {
  const { expected = "", received = "", harm = "", fix, evidence } = error ?? {}
  const lines = [
    `- **${plain(title)}** (\`${id}\`, ${clause})`,
    `  - expected ${plain(expected)}`,
    `  - received ${plain(received)}`,
    `  - ${plain(harm)}`,
    ...(fix ? [`  - fix: ${plain(fix)}`] : []),
    ...(evidence ? [`  - seen in: ${plain(evidence)}`] : []),
  ]
  return lines.join("\n")
}

// Values come from the adapter under test: on a page they must be nothing but text.
const plain = (text: string): string =>
  text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>|#&~]/g, (character) => `&#${character.charCodeAt(0)};`)
