import type { CaseResult } from "../run-case.ts"
import type { Cause } from "./causes.ts"
import type { Report } from "./report.ts"

/**
 * The report as JUnit XML, for CI servers. The type of a failure is its cause, and its message names the simplest case of
 * the same cause. A should or may that does not hold appears as skipped.
 *
 * @example
 * ```ts
 * import { runConformance, toJunit } from "@mortise/conformance"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const report = await runConformance({ factory: () => ({ adapter: memoryAdapter() }), only: ["users"], onLine: false })
 * console.log(toJunit(report).split("\n")[1])
 * ```
 */
export function toJunit({ results, causes, failed, warned, skipped }: Report): string {
  const causeOf = new Map(causes.flatMap((cause) => cause.cases.map((id) => [id, cause] as const)))
  const total = results.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  const counts = `tests="${results.length}" failures="${failed}" skipped="${warned + skipped}"`
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuite name="@mortise/conformance" ${counts} time="${seconds(total)}">`,
    ...results.map((result) => testCase(result, causeOf.get(result.id))),
    `</testsuite>\n`,
  ].join("\n")
}

function testCase(result: CaseResult, cause: Cause | undefined): string {
  const { id, clause, level, title, status, milliseconds, error, reason } = result
  const name = escapeXml(`${title} (${level}, ${clause})`)
  const open = `  <testcase classname="${escapeXml(id)}" name="${name}" time="${seconds(milliseconds)}"`
  if (status === "passed") return `${open}/>`
  if (status === "failed") {
    const [first] = cause?.cases ?? []
    const rest = first === id ? "" : `like ${first}: `
    const message = escapeXml(`${rest}expected ${error?.expected}`)
    const type = escapeXml(cause?.symptom ?? "")
    return `${open}><failure type="${type}" message="${message}">${escapeXml(error?.message ?? "")}</failure></testcase>`
  }
  return `${open}><skipped message="${escapeXml(error ? `warned: ${error.message}` : (reason ?? ""))}"/></testcase>`
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)

// XML 1.0 cannot represent control characters and unpaired surrogates.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters on purpose
const unprintable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

const escapeXml = (text: string): string =>
  text.replace(unprintable, "�").replace(/[&<>"]/g, (character) => entities[character] ?? character)
