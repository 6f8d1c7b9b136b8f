import { MortiseError } from "../../contract/errors.ts"

/** The attributes of a span or a measurement. */
export type TelemetryAttributes = Readonly<Record<string, string | number>>

/** The part of an OpenTelemetry `Span` that is used. */
export type TelemetrySpan = {
  setAttribute(name: string, value: string): unknown
  setAttributes(attributes: TelemetryAttributes): unknown
  setStatus(status: { code: number }): unknown
  end(): void
}

/** The part of an OpenTelemetry `Tracer` that is used. */
export type TelemetryTracer = {
  startActiveSpan(
    name: string,
    options: { kind: number; attributes: TelemetryAttributes },
    run: (span: TelemetrySpan) => unknown,
  ): unknown
}

/** The part of an OpenTelemetry `Histogram` that is used. */
export type TelemetryHistogram = { record(value: number, attributes: TelemetryAttributes): void }

/** The part of an OpenTelemetry `Meter` that is used. */
export type TelemetryMeter = {
  createHistogram(
    name: string,
    options: { description: string; unit: string; advice: { explicitBucketBoundaries: number[] } },
  ): TelemetryHistogram
}

export type TracerProvider = { getTracer(name: string): TelemetryTracer }
export type MeterProvider = { getMeter(name: string): TelemetryMeter }

/** What measures a call. */
export type Instruments = { readonly tracer: TelemetryTracer; readonly duration: TelemetryHistogram }

/** The name of the library, as the scope of its spans and measurements. */
const scope = "mortise"

/**
 * Returns the instruments of the options, or of the global providers, which an application may register later. Returns
 * a promise only until the package is loaded, so that concurrent lookups can still be sent together.
 */
export function createInstruments(
  tracer: TelemetryTracer | undefined,
  meter: TelemetryMeter | undefined,
): () => Instruments | Promise<Instruments> {
  const histogram = meter && createDurationHistogram(meter)
  if (tracer && histogram) {
    const instruments = { tracer, duration: histogram }
    return () => instruments
  }

  let api: Api | undefined
  let providers: readonly [TracerProvider, MeterProvider] | undefined
  let current: Instruments | undefined
  const find = ({ trace, metrics }: Api): Instruments => {
    const tracers = trace.getTracerProvider()
    const meters = metrics.getMeterProvider()
    if (current && tracers === providers?.[0] && meters === providers[1]) return current
    providers = [tracers, meters]
    current = {
      tracer: tracer ?? tracers.getTracer(scope),
      duration: histogram ?? createDurationHistogram(meters.getMeter(scope)),
    }
    return current
  }
  return () => {
    if (api) return find(api)
    return loadApi().then((loaded) => {
      api = loaded
      return find(loaded)
    })
  }
}

const createDurationHistogram = (meter: TelemetryMeter): TelemetryHistogram =>
  meter.createHistogram("db.client.operation.duration", {
    description: "Duration of database client operations.",
    unit: "s",
    advice: { explicitBucketBoundaries: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10] },
  })

type Api = typeof import("@opentelemetry/api")

async function loadApi(): Promise<Api> {
  try {
    // Bundlers accept a missing package only directly inside a `try` block; the one in Next.js makes it an empty
    // module.
    const module = await import("@opentelemetry/api")
    if ("trace" in module) return module
    throw new TypeError("The bundler replaced the package with an empty module")
  } catch (cause) {
    const advice = "run `npm install @opentelemetry/api`, or pass a tracer and a meter"
    throw new MortiseError("invalid", `traced needs the package @opentelemetry/api: ${advice}.`, { cause })
  }
}
