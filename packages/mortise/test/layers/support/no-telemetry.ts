import type { TelemetrySpan, TracedOptions } from "../../../src/layers/index.ts"

const span: TelemetrySpan = { setAttribute() {}, setAttributes() {}, setStatus() {}, end() {} }

/** Spans and durations that go nowhere. Those of the real SDK are tested in `opentelemetry/`. */
export const noTelemetry: TracedOptions = {
  tracer: { startActiveSpan: (_name, _options, run) => run(span) },
  meter: { createHistogram: () => ({ record() {} }) },
}
