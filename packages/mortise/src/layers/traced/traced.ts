import { isAuthDatabase } from "../../contract/auth-database.ts"
import { checkOptionNames } from "../../contract/check-options.ts"
import { internals } from "../../contract/internals.ts"
import { modelNames } from "../../contract/models.ts"
import { ownData } from "../../shared/own-data.ts"
import { addLayer } from "../add-layer.ts"
import { readEngine, traceDatabase } from "../better-auth/trace-database.ts"
import { type CallName, calls, mapCalls, type Run, readAnswer } from "../calls.ts"
import { copyArguments } from "../copy-arguments.ts"
import { type Outcome, toResultOutcome } from "../outcome.ts"
import {
  createInstruments,
  type TelemetryAttributes,
  type TelemetryMeter,
  type TelemetryTracer,
} from "./instruments.ts"
import {
  countDeleted,
  countReturned,
  createTarget,
  measure,
  type Target,
  type TracedCall,
} from "./measure.ts"

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
 * measurement contains a value: no id, no token, no address, no message of an error. It also takes the value of
 * `mortiseDatabase` for Better Auth.
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
  if (isAuthDatabase(adapter)) return traceDatabase(adapter, instruments, system)
  const trace = (name: CallName, run: Run): Run => {
    const findTarget = createTargets(name, system)
    const traced: TracedCall = {
      writes: calls[name].writes,
      toOutcome: (result) => toOutcome(name, result),
      countArguments: (args) => toBatchAttributes(name, args[0]),
      countResult: (result) => toCountAttributes(name, result),
    }
    return (...args) => {
      const target = findTarget(args[0])
      const current = instruments()
      if (!(current instanceof Promise)) return measure(current, traced, { run, args, target })
      const copies = copyArguments(args)
      return current.then((loaded) => measure(loaded, traced, { run, args: copies, target }))
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
function readSystem(adapter: object): string {
  const store = isAuthDatabase(adapter) ? readEngine(adapter) : internals(adapter)?.manifest.store
  return (store ?? "unknown").replace(/\bpostgres\b/, "postgresql")
}

/** Prepares the attributes once, and not at each call. */
function createTargets(name: CallName, system: string): (argument: unknown) => Target {
  const usual = createTarget(system, name, calls[name].model)
  if (name !== "page" && name !== "count") return () => usual
  const targets = new Map<unknown, Target>(
    modelNames.map((model) => [model, createTarget(system, name, model)]),
  )
  return (argument) => targets.get(argument) ?? usual
}

function toOutcome(name: CallName, result: unknown): Outcome {
  return name === "set" ? "applied" : toResultOutcome(readAnswer(name, result))
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
  if (name === "sweep" || name === "dropTokens") return countDeleted(result)
  return countReturned(name === "page" ? ownData(result)?.["rows"] : result)
}
