import type { CaseResult } from "../run-case.ts"
import { type Cause, countCases, mixedSymptom } from "./causes.ts"
import { notCovered } from "./not-covered.ts"
import { passingAlone } from "./passing-alone.ts"
import type { Report } from "./report.ts"

/**
 * The report as an HTML file without scripts or other files, in light and dark: the causes, each with its simplest case
 * and a list of the others, then the cases that pass alone, and the skipped ones.
 *
 * @example
 * ```ts
 * import { runConformance, toHtml } from "@mortise/conformance"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const report = await runConformance({ factory: () => ({ adapter: memoryAdapter() }), only: ["users"], onLine: false })
 * console.log(toHtml(report).startsWith("<!doctype html>"))
 * ```
 */
export function toHtml(report: Report): string {
  const { results, causes, passed, failed, warned, skipped, effort, seed } = report
  const entries = (status: Cause["status"]) =>
    causes.filter((cause) => cause.status === status).map((cause) => causeEntry(cause, results))
  const counts = `${passed} passed, ${failed} failed, ${warned} warned, ${skipped} skipped`
  const left = results.filter(({ status }) => status === "skipped")
  const alone = results.filter(({ passesAlone }) => passesAlone)
  const title = `Adapter contract: ${counts}`
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>`,
    `<h1>${escapeHtml(counts)}</h1>`,
    `<p>Conformance of an adapter, at ${effort} effort, seed ${seed}. Similar failures are one cause, shown by its simplest case.</p>`,
    ...notCovered(report).map((gap) => `<p>${escapeHtml(gap)}</p>`),
    ...section("Failed: required by the contract, by the client, or for safe sign-in", entries("failed")),
    ...section(
      "Passes alone: depends on concurrent or earlier calls",
      alone.length > 0 ? [listCases(passingAlone(alone.length), alone)] : [],
    ),
    ...section("Warned: what a careful adapter does beyond that", entries("warned")),
    ...section("Skipped", left.length > 0 ? [listCases(countCases(left.length), left)] : []),
    `</main></body></html>\n`,
  ].join("\n")
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#c8ccd2, #4a4f57); --bad: light-dark(#b3261e, #ff8a80) }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#fff, #16181c); color: light-dark(#1b1d21, #e8eaed) }
main { max-width: 60rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.25rem; margin: 2rem 0 1rem } h3 { font-size: 1.125rem; margin: 1rem 0 .5rem }
h1, h2, h3 { line-height: 1.3; overflow-wrap: anywhere }
article { counter-increment: cause; border: 1px solid var(--line); border-radius: .5rem; padding: 0 1rem 1rem; margin: 1rem 0 }
.failed { border-inline-start: .25rem solid var(--bad) }
.cause h3::before { content: counter(cause) ". " }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem; margin: .5rem 0 }
dt { font-weight: 600 } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap }
code, .lines { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
summary { cursor: pointer } li { overflow-wrap: anywhere }
@media (max-width: 40rem) { dl { grid-template-columns: minmax(0, 1fr); gap: 0 } dd { margin-block-end: .5rem } ul { padding-inline-start: 1.25rem } }
`

const section = (title: string, entries: readonly string[]): string[] =>
  entries.length === 0 ? [] : [`<section><h2>${title}</h2>`, ...entries, "</section>"]

function causeEntry({ symptom, status, cases }: Cause, results: readonly CaseResult[]): string {
  const named = cases.flatMap((id) => results.find((result) => result.id === id) ?? [])
  const heading = `<h3>${escapeHtml(symptom)} (${countCases(cases.length)})</h3>`
  // Any of the causes above explains these cases: what they expected would mislead.
  if (symptom === mixedSymptom)
    return `<article class="${status}">${heading}${listCases("Show", named)}</article>`
  const [first, ...rest] = named
  const { expected, received, harm, fix, evidence } = first?.error ?? {}
  const rows = Object.entries({ expected, received, harm, fix, "seen in": evidence })
  return [
    `<article class="cause ${status}">${heading}`,
    `<p>${escapeHtml(first?.title ?? "")} (<code>${escapeHtml(first?.id ?? "")}</code>, ${escapeHtml(first?.clause ?? "")})</p><dl>`,
    ...rows.flatMap(([name, text]) => (text ? [`<dt>${name}</dt>${printField(text)}`] : [])),
    `</dl>${rest.length > 0 ? listCases(`${rest.length} more`, rest) : ""}</article>`,
  ].join("\n")
}

/** Several lines are calls of a case, or a value. */
const printField = (text: string): string =>
  `<dd${text.includes("\n") ? ' class="lines"' : ""}>${escapeHtml(text)}</dd>`

const listCases = (title: string, results: readonly CaseResult[]): string =>
  `<details><summary>${title}</summary><ul>${results
    .map(({ id, title, reason }) => `<li><code>${escapeHtml(id)}</code>: ${escapeHtml(reason ?? title)}</li>`)
    .join("")}</ul></details>`

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

// The values are returned by the adapter under test. A browser does not show control characters.
const escapeHtml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters on purpose
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\p{Surrogate}/gu, "\ufffd")
    .replace(/[&<>"]/g, (character) => entities[character] ?? character)
