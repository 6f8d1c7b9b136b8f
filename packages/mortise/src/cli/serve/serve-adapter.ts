import type { Caller, ServeOptions } from "../../http/server.ts"
import { mortise } from "../../shared/mortise-command.ts"
import { loadConfiguration } from "../configuration/configuration.ts"
import type { OptionValues } from "../program/command.ts"
import { configurationError, type ExitCode, exitCodes } from "../program/exit-code.ts"
import { wholeNumber } from "../program/usage-error.ts"
import { createReporter, type Reporter } from "../terminal/output.ts"
import { withStopSignal } from "../terminal/stop-signal.ts"
import { createDrain } from "./drain.ts"
import { createReadiness, withHealthEndpoints } from "./health-endpoints.ts"
import { createMetrics } from "./metrics.ts"
import { metricsEndpoint, openMetricsPort, readMetricsOptions } from "./metrics-endpoint.ts"
import { nodeListener } from "./node-listener.ts"
import { createNodeServer, listen } from "./node-server.ts"
import { openService } from "./open-service.ts"
import type { serveOptions } from "./serve-options.ts"
import { startSweeper } from "./sweeper.ts"

type Options = OptionValues<typeof serveOptions>

/** Serves until a signal arrives, then finishes the requests in progress. */
export async function serveAdapter(options: Options): Promise<ExitCode> {
  const env = process.env
  const port = wholeNumber(options.port ?? env["MORTISE_PORT"] ?? "8787", "--port", { min: 0, max: 65_535 })
  const proxies = wholeNumber(options["trusted-proxies"], "--trusted-proxies", { min: 0, max: 16 })
  const rate = wholeNumber(options["rate-limit"], "--rate-limit", { min: 0, max: 1_000_000 })
  const drainSeconds = wholeNumber(options["drain-seconds"], "--drain-seconds", { min: 0, max: 3600 })
  const sweepSeconds = wholeNumber(options["sweep-seconds"], "--sweep-seconds", { min: 0, max: 86_400 })
  const metricsOptions = readMetricsOptions(options, env)
  const reporter = createReporter(options.json)

  const loaded = await loadConfiguration(options.config, env)
  const { options: serving, ignored } = withEnvironment(loaded.options, env)
  const configuration = { ...loaded, options: serving }
  const metrics = createMetrics()
  const isInsecure = options["insecure-without-authentication"]
  const { service, isAuthenticated } = await openService(configuration, { rate, isInsecure, metrics })
  const endpoint = metricsEndpoint(metricsOptions.access, { metrics, service, isAuthenticated })
  const hasOwnPort = metricsOptions.port !== undefined
  let isDraining = false
  const answer = withHealthEndpoints(service.answer, {
    metrics: hasOwnPort ? undefined : endpoint,
    isReady: createReadiness(configuration.adapter, reporter),
    isDraining: () => isDraining,
  })

  const listening = { trustedProxies: proxies, loopbackOnly: !isAuthenticated }
  const server = createNodeServer(nodeListener(answer, listening))
  return withStopSignal(async (signal) => {
    const intervalMs = options["no-sweep"] ? 0 : sweepSeconds * 1000
    const sweeper = await openSweeper(configuration.adapter, intervalMs, reporter)
    const drain = createDrain(
      server,
      async () => void (await Promise.all([service.drain(), sweeper?.stop()])),
    )
    const host = options.host ?? env["MORTISE_HOST"] ?? "127.0.0.1"
    const metricsPort = await openMetricsPort(endpoint, { host, ...metricsOptions }, listening)
    const address = await listen(server, port, host)
    const metricsAt = metricsPort ? ` Metrics are at ${metricsPort.url}.` : ""
    reporter.print("listening", `Serving on ${address.url}; stop it with SIGTERM.${metricsAt}`, {
      ...address,
      ...(metricsPort && { metricsUrl: metricsPort.url }),
      pid: process.pid,
    })
    if (!isAuthenticated) reporter.printError("warning", unauthenticated)
    for (const name of ignored)
      reporter.printError("warning", `${name} is ignored: the configuration file has this option.`)
    await untilAborted(signal)
    isDraining = true
    reporter.print("stopping", "Finishing the requests in progress.")
    server.close()
    const finished = await drain(drainSeconds * 1000)
    metricsPort?.close()
    await configuration.close()
    reporter.print(
      "stopped",
      finished ? "All requests were finished." : "The time was over: requests were aborted.",
    )
    return finished ? exitCodes.ok : exitCodes.cutOff
  }, exitCodes.cutOff)
}

/** Starts the sweeper, unless the adapter is third-party: it has neither upkeep nor slots. */
async function openSweeper(adapter: object, intervalMs: number, reporter: Reporter) {
  if (intervalMs === 0) return undefined
  const parts = await import("../../index.ts")
  const [upkeep, slots] = [parts.upkeep(adapter), parts.slots(adapter)]
  return upkeep && slots && startSweeper({ upkeep, slots, intervalMs, reporter })
}

const unauthenticated =
  "This server runs without authentication: every process on this machine can read and change all data. " +
  "It answers only requests to localhost, 127.0.0.0/8 and [::1]."

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener("abort", () => resolve())
  })

type Environment = Readonly<Record<string, string | undefined>>

/** The options of `serve` that environment variables can set. */
const variables = { keys: "MORTISE_KEYS", audience: "MORTISE_AUDIENCE" } as const

/**
 * Adds the environment's options to the configuration file's, which take precedence. `ignored` names the variables
 * whose option the file has too.
 */
export function withEnvironment(
  options: ServeOptions,
  env: Environment,
): { readonly options: ServeOptions; readonly ignored: readonly string[] } {
  const keys = options.keys ?? parseKeys(env[variables.keys])
  const audience = options.audience ?? env[variables.audience]
  const ignored = (["keys", "audience"] as const)
    .filter((name) => options[name] !== undefined && env[variables[name]] !== undefined)
    .map((name) => variables[name])
  return {
    options: { ...options, ...(keys && { keys }), ...(audience !== undefined && { audience }) },
    ignored,
  }
}

/** Parses a JSON list of the records that `mortise key` prints. */
function parseKeys(text: string | undefined): readonly Caller[] | undefined {
  if (text === undefined) return undefined
  try {
    const records: { expires?: string }[] = JSON.parse(text)
    return records.map(({ expires, ...record }) => ({
      ...record,
      ...(expires !== undefined && { expires: new Date(expires) }),
    })) as unknown as readonly Caller[]
  } catch {
    // The message of JSON.parse would repeat a part of the text.
    throw configurationError(
      `MORTISE_KEYS must be a JSON list of the records that \`${mortise} key\` prints.`,
    )
  }
}
