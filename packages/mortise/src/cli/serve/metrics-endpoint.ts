import type { Service } from "../../http/server/service.ts"
import type { OptionValues } from "../program/command.ts"
import { configurationError, usageError } from "../program/exit-code.ts"
import { parseChoice, wholeNumber } from "../program/usage-error.ts"
import type { Metrics } from "./metrics.ts"
import { type AnswerRequest, type ListenerOptions, nodeListener, textResponse } from "./node-listener.ts"
import { createNodeServer, listen } from "./node-server.ts"
import type { serveOptions } from "./serve-options.ts"

const accesses = ["open", "key", "off"] as const

export function readMetricsOptions(
  options: OptionValues<typeof serveOptions>,
  env: Readonly<Record<string, string | undefined>>,
) {
  const access = parseChoice("--metrics", accesses, options.metrics ?? env["MORTISE_METRICS"] ?? "open")
  const port = options["metrics-port"] ?? env["MORTISE_METRICS_PORT"]
  const host = options["metrics-host"] ?? env["MORTISE_METRICS_HOST"]
  if (host !== undefined && port === undefined)
    throw usageError(
      "--metrics-host needs --metrics-port: without it, the metrics are on the port of the service.",
    )
  return {
    /** Who may read `/metrics`: every caller, keys with the permission `metrics`, or nobody. */
    access,
    /** A separate port. If absent, the service's port answers. */
    ...(port !== undefined && { port: wholeNumber(port, "--metrics-port", { min: 0, max: 65_535 }) }),
    ...(host !== undefined && { host }),
  }
}

type Parts = { readonly metrics: Metrics; readonly service: Service; readonly isAuthenticated: boolean }

/** Answers `GET /metrics`; `undefined` if nobody may read it. */
export function metricsEndpoint(
  access: (typeof accesses)[number],
  { metrics, service, isAuthenticated }: Parts,
): AnswerRequest | undefined {
  if (access === "off") return undefined
  if (access === "key" && !isAuthenticated)
    throw configurationError("--metrics key needs a server with keys.")
  return async (request, connection) => {
    const refusal = access === "key" && (await service.checkPermission(request, connection, "metrics"))
    return refusal || textResponse(200, metrics.print())
  }
}

/** Serves `/metrics` on its separate port, if there is one. */
export async function openMetricsPort(
  endpoint: AnswerRequest | undefined,
  { host, port }: { readonly port?: number; readonly host: string },
  listening: ListenerOptions,
): Promise<{ readonly url: string; close(): void } | undefined> {
  if (!endpoint || port === undefined) return undefined
  const answer: AnswerRequest = async (request, connection) =>
    request.method === "GET" && new URL(request.url).pathname === "/metrics"
      ? endpoint(request, connection)
      : textResponse(404, "not found\n")
  const server = createNodeServer(nodeListener(answer, listening))
  const { url } = await listen(server, port, host)
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `${url}/metrics`, close }
}
