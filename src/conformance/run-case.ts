import { extras } from "../contract/adapter-parts.ts"
import { type OperationName, operationOf } from "../contract/operations.ts"
import type { Case, Level } from "./case.ts"
import { createCaseContext } from "./case-context.ts"
import { CaseFailure } from "./case-failure.ts"
import { lackingGuarantee } from "./guaranteed-cases.ts"
import { printValue } from "./print-value.ts"
import type { RunContext } from "./run-context.ts"

/** The status of a case. A must that does not hold is `failed`; a should or may that does not hold is `warned`. */
export type Status = "passed" | "failed" | "warned" | "skipped"

/** The outcome of one case. */
export type Result = {
  readonly id: string
  readonly clause: string
  readonly level: Level
  readonly title: string
  readonly status: Status
  readonly milliseconds: number
  /** Why it failed or warned. */
  readonly error?: CaseFailure
  /** Why it was skipped. */
  readonly reason?: string
}

// Ends a case that hangs. It does not judge speed.
const timeoutMs = 60_000

/** Runs one case; never throws. */
export async function runCase(of: Case, context: RunContext): Promise<Result> {
  const { id, clause, level, title } = of
  const reason = whySkipped(of, context) ?? (await of.skipReason?.(context))
  if (reason !== undefined) return skipped(of, reason)
  const start = performance.now()
  const error = await attempt(of, context)
  return {
    id,
    clause,
    level,
    title,
    status: error ? (level === "must" ? "failed" : "warned") : "passed",
    milliseconds: performance.now() - start,
    ...(error && { error }),
  }
}

export const skipped = ({ id, clause, level, title }: Case, reason: string): Result => ({
  id,
  clause,
  level,
  title,
  status: "skipped",
  milliseconds: 0,
  reason,
})

function whySkipped(of: Case, context: RunContext): string | undefined {
  const { adapter, effort, openBroken, inProcesses, manifest } = context
  if (of.outage && !openBroken) return "the factory offers no outage"
  if (of.processes && !inProcesses) return "it needs several processes: start it with run({ module })"
  if (of.effort === "full" && effort !== "full") return "it only runs at full effort"
  const lacking = of.needs.filter((operation) => !operationOf(adapter, operation))
  if (lacking.length > 0) return `the adapter has no ${lacking.join(", ")}`
  const offered = extras(adapter) ?? {}
  const missing = (of.extras ?? []).filter((extra) => !offered[extra])
  if (missing.length > 0) return `the adapter has no extra ${missing.join(", ")}`
  return lackingGuarantee(of, manifest?.reduced ?? [])
}

async function attempt(of: Case, run: RunContext): Promise<CaseFailure | undefined> {
  const sources = new WeakMap<object, OperationName>()
  const context = createCaseContext(of, run, (error, operation) => {
    if (typeof error === "object" && error !== null) sources.set(error, operation)
  })
  try {
    await withTimeout(of, of.run(context))
    return undefined
  } catch (error) {
    if (error instanceof CaseFailure) return error
    const source = typeof error === "object" && error !== null ? sources.get(error) : undefined
    const received = `${source ? `${source} threw ` : ""}${printValue(error)}`
    return new CaseFailure(of, { expected: "no error", received, cause: error })
  }
}

async function withTimeout(of: Case, running: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_, reject) => {
    const expected = `an answer within ${timeoutMs / 1000} seconds`
    timer = setTimeout(() => reject(new CaseFailure(of, { expected, received: "none" })), timeoutMs)
  })
  try {
    await Promise.race([running, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
