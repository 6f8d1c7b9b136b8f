import { checkOptionNames } from "../../contract/check-options.ts"
import { MortiseError } from "../../contract/errors.ts"
import { internals } from "../../contract/internals.ts"
import { type ModelName, modelNames } from "../../contract/models.ts"
import { ownData } from "../../shared/own-data.ts"
import { addLayer } from "../add-layer.ts"
import { type CallName, calls, mapCalls, type Run, readAnswer } from "../calls.ts"
import { copyArguments } from "../copy-arguments.ts"
import { type Outcome, toErrorOutcome, toResultOutcome } from "../outcome.ts"
import {
  createInstruments,
  type Instruments,
  type TelemetryAttributes,
  type TelemetryMeter,
  type TelemetryTracer,
} from "./instruments.ts"

/** The options of `traced`. */
export type TracedOptions = {
  /** Starts the spans. Default: the tracer of the global provider of `@opentelemetry/api`. */
  readonly tracer?: TelemetryTracer
  /** Measures the durations. Default: the meter of the global provider of `@opentelemetry/api`. */
  readonly meter?: TelemetryMeter
  /** The attribute `db.system.name`. Default: the adapter's store, or `unknown` for a third-party adapter. */
  readonly system?: string
}

/**
 * Reports every call to OpenTelemetry as a span and a duration, following the conventions for databases. No span and no
 * measurement contains a value: no id, no token, no address, no message of an error.
 *
 * @example
 * ```ts no-run: needs the package @opentelemetry/api
 * import { traced } from "mortise/layers"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const adapter = traced(memoryAdapter())
 * await adapter.createUser({ email: "ada@example.com" }) // the span "createUser user"
 * ```
 */
export function traced<A extends object>(adapter: A, options: TracedOptions = {}): A {
  checkOptionNames("traced", options, ["tracer", "meter", "system"])
  const { tracer, meter, system = readSystem(adapter) } = options
  const instruments = createInstruments(tracer, meter)
  const trace = (name: CallName, run: Run): Run => {
    const findTarget = createTargets(name, system)
    return (...args) => {
      const target = findTarget(args[0])
      const current = instruments()
      if (!(current instanceof Promise)) return measure(current, { name, run, args, target })
      const copies = copyArguments(args)
      return current.then((loaded) => measure(loaded, { name, run, args: copies, target }))
    }
  }
  return addLayer(adapter, {
    name: "traced",
    wrap: ({ operations, extras, upkeep, slots }) => ({
      operations: mapCalls(operations, trace),
      extras: mapCalls(extras, trace),
      upkeep: mapCalls(upkeep, trace),
      slots: mapCalls(slots, trace),
    }),
  })
}

/** The adapter's store, as the conventions name it. `split` names both of its stores. */
const readSystem = (adapter: object): string =>
  (internals(adapter)?.manifest.store ?? "unknown").replace(/\bpostgres\b/, "postgresql")

/** How a call ended. A read that returned something has `found` something. */
type End = Outcome | "found"

const ends: readonly End[] = ["found", "applied", "absent", "refused", "failed", "unknown"]

/** What is reported about a call. */
type Target = {
  readonly spanName: string
  readonly attributes: TelemetryAttributes
  /** The attributes of the measurement, by the end of the call. */
  readonly measured: { readonly [E in End]: TelemetryAttributes }
}

/** Prepares the attributes once, and not at each call. */
function createTargets(name: CallName, system: string): (argument: unknown) => Target {
  const on = (model?: ModelName): Target => {
    const collection = model && { "db.collection.name": model }
    const attributes = { "db.system.name": system, "db.operation.name": name, ...collection }
    const measured = ends.map((end) => [end, { ...attributes, "mortise.outcome": end }])
    const spanName = model ? `${name} ${model}` : name
    return { spanName, attributes, measured: Object.fromEntries(measured) }
  }
  const usual = on(calls[name].model)
  if (name !== "page" && name !== "count") return () => usual
  const targets = new Map<unknown, Target>(modelNames.map((model) => [model, on(model)]))
  return (argument) => targets.get(argument) ?? usual
}

// The numbers of the API for `SpanKind.CLIENT` and `SpanStatusCode.ERROR`.
const kind = 2
const failure = { code: 2 }

type Work = { readonly name: CallName; readonly run: Run; readonly args: unknown[]; readonly target: Target }

function measure({ tracer, duration }: Instruments, work: Work): Promise<unknown> {
  const { name, run, args, target } = work
  const options = { kind, attributes: target.attributes }
  return tracer.startActiveSpan(target.spanName, options, async (span) => {
    const start = performance.now()
    let result: unknown
    try {
      result = await run(...args)
    } catch (error) {
      const end = createFailureEnd(name, error)
      const type = { "error.type": toErrorType(error) }
      duration.record(secondsSince(start), { ...target.measured[end], ...type })
      span.setStatus(failure)
      span.setAttributes({ "mortise.outcome": end, ...type, ...toBatchAttributes(name, args[0]) })
      span.end()
      throw error
    }
    const end = toEnd(name, result)
    duration.record(secondsSince(start), target.measured[end])
    span.setAttribute("mortise.outcome", end)
    const counts = toBatchAttributes(name, args[0]) ?? toCountAttributes(name, result)
    if (counts) span.setAttributes(counts)
    span.end()
    return result
  }) as Promise<unknown>
}

const secondsSince = (start: number): number => (performance.now() - start) / 1000

function toEnd(name: CallName, result: unknown): End {
  if (name === "set") return "applied"
  if (name === "claim" && result === false) return "refused"
  if (calls[name].writes) return result === false ? "absent" : toResultOutcome(readAnswer(name, result))
  return result === null || result === undefined ? "absent" : "found"
}

/** A read changes nothing, so nothing is unknown after it. */
function createFailureEnd(name: CallName, error: unknown): End {
  const outcome = toErrorOutcome(error)
  return outcome === "unknown" && !calls[name].writes ? "failed" : outcome
}

/** The number of rows that one call creates, if there are several. */
function toBatchAttributes(name: CallName, argument: unknown): TelemetryAttributes | undefined {
  if (name !== "signUp") return undefined
  const { account, session } = ownData(argument) ?? {}
  const size = 1 + Number(Boolean(account)) + Number(Boolean(session))
  return size > 1 ? { "db.operation.batch.size": size } : undefined
}

/** The number of rows that a call returned or deleted. */
function toCountAttributes(name: CallName, result: unknown): TelemetryAttributes | undefined {
  if (name === "sweep" || name === "dropTokens") return { "mortise.deleted_rows": Number(result) }
  const rows = name === "page" ? ownData(result)?.["rows"] : result
  return Array.isArray(rows) ? { "db.response.returned_rows": rows.length } : undefined
}

/** The code of an error, or the name of its class. `_OTHER` is what the conventions use for anything else. */
function toErrorType(error: unknown): string {
  if (error instanceof MortiseError) return error.code
  const name = error instanceof Error ? error.constructor?.name : ""
  return /^[A-Za-z_$][\w$]{0,63}$/.test(name) ? name : "_OTHER"
}
