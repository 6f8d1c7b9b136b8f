import { installOpenTelemetry } from "./install.ts"

await installOpenTelemetry()
await import("./describe-traced.ts")
