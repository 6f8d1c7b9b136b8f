import { fileURLToPath } from "node:url"
import { installPinned } from "../../../../workshop/src/runtimes/install.ts"

/** Installs the SDK of OpenTelemetry, before a test imports a module that uses it. */
export const installOpenTelemetry = (): Promise<void> =>
  installPinned(fileURLToPath(new URL(".", import.meta.url)), "the SDK of OpenTelemetry; about 5 s")
