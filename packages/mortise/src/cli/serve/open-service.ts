import type { ServeOptions } from "../../http/server.ts"
import { mortise } from "../../shared/mortise-command.ts"
import type { Configuration } from "../configuration/configuration.ts"
import { configurationError, type ExitError } from "../program/exit-code.ts"
import { describeError } from "../terminal/describe-error.ts"
import type { Metrics } from "./metrics.ts"

export type ServiceOptions = {
  /** Requests per minute; 0 for no limit. */
  readonly rate: number
  readonly isInsecure: boolean
  readonly metrics: Metrics
}

/** Creates the service from a configuration and the command's options. */
export async function openService(
  { adapter, options }: Configuration,
  { rate, isInsecure, metrics }: ServiceOptions,
) {
  const http = await import("../../http/server.ts")
  const { createService } = await import("../../http/server/service.ts")
  const all: ServeOptions = {
    ...(rate > 0 && { rateLimit: await createRateLimit(adapter, rate) }),
    ...options,
    ...(isInsecure && { [http.insecureWithoutAuthentication]: true as const }),
    onRequest(summary) {
      metrics.observe(summary)
      options.onRequest?.(summary)
    },
  }
  const isAuthenticated = all[http.insecureWithoutAuthentication] !== true
  const { keys = [] } = all
  // A function returns the keys for each request.
  if (isAuthenticated && typeof keys !== "function" && keys.length === 0) throw noKeys()
  try {
    return { service: createService(adapter, all), isAuthenticated }
  } catch (error) {
    throw configurationError(`${await describeError(error)}.`, error)
  }
}

const noKeys = (): ExitError =>
  configurationError(
    `No key is configured, so no caller could use the server. Run \`${mortise} key --id web\`, give the printed key to ` +
      "the client, and put the printed record into `keys` of the configuration file, or as [record] into " +
      "MORTISE_KEYS.",
  )

async function createRateLimit(adapter: object, rate: number) {
  const { limitRate } = await import("../../http/server.ts")
  const { slots } = await import("../../index.ts")
  const counted = slots(adapter)
  if (counted) return limitRate(counted, { max: rate, perSeconds: 60 })
  throw configurationError("--rate-limit needs an adapter that has slots.")
}
