import type { Result } from "../run-case.ts"

/** What the run did not check because an optional package is missing; `undefined` if nothing is missing. */
export function missingProtection(results: readonly Result[]): string | undefined {
  const missing = results.filter(({ id, status }) => id.startsWith("programs/") && status === "skipped")
  const withoutPackage = missing.filter(({ reason }) => reason?.includes("fast-check"))
  if (withoutPackage.length === 0) return undefined
  return (
    `${withoutPackage.length} cases with random programs did not run, because fast-check is not installed. ` +
    "This report does not cover random sequences of calls, nor whether concurrent calls have the results of a serial " +
    "order. Install it: npm install --save-dev fast-check"
  )
}
