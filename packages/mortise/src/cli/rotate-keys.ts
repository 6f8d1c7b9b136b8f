import type { RotatedPage, RotatePage, RotationOptions, RotationProblem } from "../contract/key-rotation.ts"
import type { Key } from "../contract/rows.ts"
import { letSignalArrive } from "./stop-signal.ts"

/** What was found in all accounts, and what was changed. */
export type RotationReport = Omit<RotatedPage, "next"> & {
  /** The number of values that cannot be decrypted. */
  readonly corrupt: number
  /** The number of values that are too long to be stored encrypted. */
  readonly tooLong: number
  readonly finished: boolean
}

/** More are counted and not listed, so that a large table needs little memory. */
export const mostProblems = 1000

/** Rotates page after page, until the last one or until the signal. */
export async function rotateKeys(
  rotatePage: RotatePage,
  options: Omit<RotationOptions, "after">,
  signal: AbortSignal,
  onPage: (report: RotationReport) => void,
): Promise<RotationReport> {
  let report: RotationReport = {
    accounts: 0,
    changed: 0,
    values: {},
    plain: 0,
    corrupt: 0,
    tooLong: 0,
    dropped: 0,
    problems: [],
    finished: false,
  }
  for (let after: Key | undefined; ; ) {
    const page = await rotatePage({ ...options, after })
    report = { ...add(report, page), finished: page.next === null }
    if (page.next === null) return report
    onPage(report)
    await letSignalArrive()
    if (signal.aborted) return report
    after = page.next
  }
}

function add(report: RotationReport, page: RotatedPage): RotationReport {
  const values: Record<string, number> = { ...report.values }
  for (const [id, count] of Object.entries(page.values)) values[id] = (values[id] ?? 0) + count
  const countOf = (code: RotationProblem["code"]) => page.problems.filter((each) => each.code === code).length
  return {
    ...report,
    accounts: report.accounts + page.accounts,
    changed: report.changed + page.changed,
    values,
    plain: report.plain + page.plain,
    corrupt: report.corrupt + countOf("corrupt"),
    tooLong: report.tooLong + countOf("invalid"),
    dropped: report.dropped + page.dropped,
    problems: [...report.problems, ...page.problems].slice(0, mostProblems),
  }
}
