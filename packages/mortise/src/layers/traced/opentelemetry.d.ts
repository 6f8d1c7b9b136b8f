// The library compiles without this optional package: only what it uses is declared here.
declare module "@opentelemetry/api" {
  export const trace: { getTracerProvider(): import("./instruments.ts").TracerProvider }
  export const metrics: { getMeterProvider(): import("./instruments.ts").MeterProvider }
}
