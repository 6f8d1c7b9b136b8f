import { MortiseError } from "../../contract/errors.ts"
import { type Outcome, toErrorOutcome } from "../outcome.ts"
import type { Instruments, TelemetryAttributes } from "./instruments.ts"

/** How a call ended. A read that returned something has `found` something. */
type End = Outcome | "found"

const ends: readonly End[] = ["found", "applied", "absent", "refused", "failed", "unknown"]

/** What is reported about a call. */
export type Target = {
  readonly spanName: string
  readonly attributes: TelemetryAttributes
  /** The attributes of the measurement, by the end of the call. */
  readonly measured: { readonly [E in End]: TelemetryAttributes }
}

export function createTarget(system: string, name: string, model: string | undefined): Target {
  const collection = model && { "db.collection.name": model }
  const attributes = { "db.system.name": system, "db.operation.name": name, ...collection }
  const measured = ends.map((end) => [end, { ...attributes, "mortise.outcome": end }])
  const spanName = model ? `${name} ${model}` : name
  return { spanName, attributes, measured: Object.fromEntries(measured) }
}

/** What is known about all calls of a function. */
export type TracedCall<Args extends readonly unknown[] = unknown[]> = {
  readonly writes: boolean
  /** The outcome of a write that returned. */
  toOutcome(result: unknown): Outcome
  /** The number of rows in the arguments, if it is reported. */
  countArguments?(args: Args): TelemetryAttributes | undefined
  /** The number of rows that a call returned or deleted. */
  countResult(result: unknown): TelemetryAttributes | undefined
}

type Work<Args extends readonly unknown[]> = {
  readonly run: (...args: Args) => Promise<unknown>
  readonly args: Args
  readonly target: Target
}

// The numbers of the API for `SpanKind.CLIENT` and `SpanStatusCode.ERROR`.
const kind = 2
const failure = { code: 2 }

/** Runs a call in a span, and measures it. */
export function measure<Args extends readonly unknown[]>(
  { tracer, duration }: Instruments,
  call: TracedCall<Args>,
  { run, args, target }: Work<Args>,
): Promise<unknown> {
  const options = { kind, attributes: target.attributes }
  return tracer.startActiveSpan(target.spanName, options, async (span) => {
    const start = performance.now()
    let result: unknown
    try {
      result = await run(...args)
    } catch (error) {
      const end = toFailureEnd(call.writes, error)
      const type = { "error.type": toErrorType(error) }
      duration.record(secondsSince(start), { ...target.measured[end], ...type })
      span.setStatus(failure)
      span.setAttributes({ "mortise.outcome": end, ...type, ...call.countArguments?.(args) })
      span.end()
      throw error
    }
    const end = call.writes ? call.toOutcome(result) : toReadEnd(result)
    duration.record(secondsSince(start), target.measured[end])
    span.setAttribute("mortise.outcome", end)
    const counts = call.countArguments?.(args) ?? call.countResult(result)
    if (counts) span.setAttributes(counts)
    span.end()
    return result
  }) as Promise<unknown>
}

const secondsSince = (start: number): number => (performance.now() - start) / 1000

const toReadEnd = (result: unknown): End => (result === null || result === undefined ? "absent" : "found")

/** A read changes nothing, so nothing is unknown after it. */
function toFailureEnd(writes: boolean, error: unknown): End {
  const outcome = toErrorOutcome(error)
  return outcome === "unknown" && !writes ? "failed" : outcome
}

export const countReturned = (rows: unknown): TelemetryAttributes | undefined =>
  Array.isArray(rows) ? { "db.response.returned_rows": rows.length } : undefined

export const countDeleted = (count: unknown): TelemetryAttributes => ({
  "mortise.deleted_rows": Number(count),
})

/** The code of an error, or the name of its class. `_OTHER` is what the conventions use for anything else. */
function toErrorType(error: unknown): string {
  if (error instanceof MortiseError) return error.code
  const name = error instanceof Error ? error.constructor?.name : ""
  return /^[A-Za-z_$][\w$]{0,63}$/.test(name) ? name : "_OTHER"
}
