import { context, metrics, trace } from "@opentelemetry/api"
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks"
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics"
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base"

/** The SDK of OpenTelemetry with its exporters in memory. */
export function startTelemetry() {
  const spanExporter = new InMemorySpanExporter()
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spanExporter)] })
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: 3_600_000,
  })
  const meterProvider = new MeterProvider({ readers: [reader] })
  return {
    tracer: tracerProvider.getTracer("test"),
    meter: meterProvider.getMeter("test"),
    /** Registers the providers as an application does. */
    register() {
      trace.setGlobalTracerProvider(tracerProvider)
      metrics.setGlobalMeterProvider(meterProvider)
    },
    spans: () => spanExporter.getFinishedSpans(),
    /** The histogram of the durations. */
    async durations() {
      await reader.forceFlush()
      const scopes = metricExporter.getMetrics().at(-1)?.scopeMetrics ?? []
      return scopes.flatMap(({ scope, metrics }) => metrics.map((metric) => ({ scope, ...metric })))
    },
    reset() {
      spanExporter.reset()
      metricExporter.reset()
    },
  }
}

export type Telemetry = ReturnType<typeof startTelemetry>

/** Without a context manager, no span has a parent. */
export function startContexts(): void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
}

export function stopTelemetry(): void {
  for (const part of [context, trace, metrics]) part.disable()
}
