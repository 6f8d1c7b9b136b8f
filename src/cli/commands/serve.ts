import type { Server as HttpServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Service } from "../../http/server/service.ts"
import type { ServeOptions } from "../../http/server.ts"
import { type Configuration, loadConfiguration } from "../configuration.ts"
import { createDrain } from "../drain.ts"
import { type ExitCode, ExitError, exitCodes } from "../exit-code.ts"
import { withHealthEndpoints } from "../health-endpoints.ts"
import { createMetrics, type Metrics } from "../metrics.ts"
import { nodeListener } from "../node-listener.ts"
import { createNodeServer } from "../node-server.ts"
import { readOptions, wholeNumber } from "../read-options.ts"
import { createReporter, type Reporter } from "../reporter.ts"
import { serveHelp, serveOptions } from "./serve-help.ts"

/** Serves until a signal arrives, then finishes the requests in progress. */
export async function serveCommand(args: readonly string[]): Promise<ExitCode> {
  const options = readOptions(args, serveOptions)
  if (options.help) {
    console.log(serveHelp)
    return exitCodes.ok
  }
  const env = process.env
  const port = wholeNumber(options.port ?? env["MORTISE_PORT"] ?? "8787", "--port", { min: 0, max: 65_535 })
  const proxies = wholeNumber(options["trusted-proxies"], "--trusted-proxies", { min: 0, max: 16 })
  const rate = wholeNumber(options["rate-limit"], "--rate-limit", { min: 0, max: 1_000_000 })
  const patience = wholeNumber(options["drain-seconds"], "--drain-seconds", { min: 0, max: 3600 })
  const report = createReporter(options.json)

  const configuration = await loadConfiguration(options.config, env)
  const metrics = createMetrics()
  const insecure = options["insecure-without-authentication"]
  const service = await openService(configuration, metrics, { rate, insecure })
  let isDraining = false
  const probed = withHealthEndpoints(service.answer, {
    adapter: configuration.adapter,
    metrics,
    isDraining: () => isDraining,
  })

  const server = createNodeServer(nodeListener(probed, { trustedProxies: proxies }))
  const stopped = untilStopped(server, report)
  const drain = createDrain(server, service)
  await listen(server, port, options.host ?? env["MORTISE_HOST"] ?? "127.0.0.1")
  announce(server, report)
  await stopped
  isDraining = true
  const finished = await drain(patience * 1000)
  await configuration.close()
  report.print(
    "stopped",
    finished ? "All requests were finished." : "The time was over: requests were aborted.",
  )
  return finished ? exitCodes.ok : exitCodes.cutOff
}

async function openService(
  { adapter, options }: Configuration,
  metrics: Metrics,
  { rate, insecure }: { rate: number; insecure: boolean },
): Promise<Service> {
  const { insecureWithoutAuthentication, limitRate } = await import("../../http/server.ts")
  const { createService } = await import("../../http/server/service.ts")
  const { slots } = await import("../../index.ts")
  const counted = slots(adapter)
  if (rate > 0 && !counted)
    throw new ExitError(exitCodes.configuration, "--rate-limit needs an adapter that has slots.")
  const all: ServeOptions = {
    ...(rate > 0 && counted && { rateLimit: limitRate(counted, { requests: rate, perSeconds: 60 }) }),
    ...options,
    ...(insecure && { [insecureWithoutAuthentication]: true as const }),
    onRequest(observation) {
      metrics.observe(observation)
      options.onRequest?.(observation)
    },
  }
  try {
    return createService(adapter, all)
  } catch (error) {
    throw new ExitError(exitCodes.configuration, (error as Error).message, error)
  }
}

function listen(server: HttpServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new ExitError(exitCodes.listen, `Cannot listen on ${host}:${port}: ${error.code}.`, error)),
    )
    server.listen(port, host, resolve)
  })
}

function announce(server: HttpServer, report: Reporter): void {
  const { address, family, port } = server.address() as AddressInfo
  const url = `http://${family === "IPv6" ? `[${address}]` : address}:${port}`
  report.print("listening", `Serving on ${url}; stop it with SIGTERM.`, { url, port, pid: process.pid })
}

/** Resolves at the first signal. A second signal ends the program at once. */
function untilStopped(server: HttpServer, report: Reporter): Promise<void> {
  return new Promise((resolve) => {
    let asked = 0
    const stop = () => {
      if (++asked > 1) process.exit(exitCodes.cutOff)
      report.print("stopping", "Finishing the requests in progress.")
      server.close()
      resolve()
    }
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop)
  })
}
