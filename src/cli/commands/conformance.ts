import type { Report as Outcome, RunOptions } from "../../conformance/index.ts"
import type { HttpOptions } from "../../http/client.ts"
import { detectFeatures } from "../backend-features.ts"
import { type ExitCode, ExitError, exitCodes } from "../exit-code.ts"
import { readOptions, wholeNumber } from "../read-options.ts"
import { createReporter, type Reporter } from "../reporter.ts"
import { conformanceHelp, conformanceOptions } from "./conformance-help.ts"

type Options = {
  readonly url?: string | undefined
  readonly scratch: boolean
  readonly effort: string
  readonly only?: string | undefined
  readonly seed?: string | undefined
  readonly "insecure-without-tls": boolean
}

const progressIntervalMs = 10_000

/** Runs the conformance suite against the backend at a URL. */
export async function conformanceCommand(args: readonly string[]): Promise<ExitCode> {
  const options = readOptions(args, conformanceOptions)
  if (options.help) {
    console.log(conformanceHelp)
    return exitCodes.ok
  }
  const how = await runOptions(options)
  const backend = await backendOptions(options, process.env["MORTISE_KEY"])
  const report = createReporter(options.json)
  const outcome = await runSuite(backend, { ...how, ...(options.json && { onLine: false }) }, report)
  if (options.json) console.log(await asJson(outcome))
  const isRight = outcome.failed === 0 && !(options.strict && outcome.warned > 0)
  return isRight ? exitCodes.ok : exitCodes.failed
}

async function runOptions({ effort, only, seed }: Options): Promise<RunOptions> {
  if (effort !== "quick" && effort !== "full")
    throw new ExitError(exitCodes.usage, "--effort must be quick or full.")
  return {
    effort,
    ...(only !== undefined && { only: await parseOnly(only) }),
    ...(seed !== undefined && { seed: wholeNumber(seed, "--seed", { min: 0, max: 2 ** 32 - 1 }) }),
  }
}

async function parseOnly(list: string): Promise<string[]> {
  const { cases } = await import("../../conformance/index.ts")
  const names = list.split(",").map((name) => name.trim())
  if (names.every((name) => cases.some(({ id }) => id === name || id.startsWith(`${name}/`)))) return names
  throw new ExitError(
    exitCodes.usage,
    "--only names a case or topic that does not exist: docs/conformance-clauses.md lists them.",
  )
}

async function backendOptions(options: Options, key: string | undefined): Promise<HttpOptions> {
  if (options.url === undefined)
    throw new ExitError(exitCodes.usage, "--url is required: the address of the backend, without /v1.")
  if (!options.scratch) throw new ExitError(exitCodes.usage, scratchWarning)
  if (!key)
    throw new ExitError(
      exitCodes.configuration,
      "MORTISE_KEY must hold a service key of the backend: `mortise key` creates one.",
    )
  const { httpAdapter, insecureWithoutTls } = await import("../../http/client.ts")
  const insecure = options["insecure-without-tls"] && { [insecureWithoutTls]: true as const }
  const backend = { url: options.url, key, onWarning: () => {}, ...insecure }
  try {
    httpAdapter(backend)
    return backend
  } catch (error) {
    const advice = (error as Error).message
      .replace("httpAdapter: ", "")
      .replace("see insecureWithoutTls", tlsAdvice)
    throw new ExitError(exitCodes.configuration, `The backend cannot be called: ${advice}`)
  }
}

const tlsAdvice = "or add --insecure-without-tls"

const scratchWarning =
  "This command writes to the backend and deletes from it: it creates more than a thousand users, accounts, " +
  "sessions and tokens, and leaves most of them behind. If the database of the backend may be thrown away " +
  "afterwards, add --scratch."

async function runSuite(backend: HttpOptions, how: RunOptions, report: Reporter): Promise<Outcome> {
  const note = (sentence: string) => report.printError("progress", sentence)
  const offer = await detectFeatures(backend)
  for (const sentence of offer.missing) note(sentence)
  let requests = 0
  const counting: typeof fetch = (...args) => {
    requests++
    return fetch(...args)
  }
  const { cases, run } = await import("../../conformance/index.ts")
  note(`Running up to ${cases.length} cases against ${new URL(backend.url).origin}, at ${how.effort} effort.`)
  const timer = setInterval(() => note(`${requests} requests so far.`), progressIntervalMs)
  try {
    return await run({ ...how, factory: () => ({ adapter: offer.openAdapter({ fetch: counting }) }) })
  } finally {
    clearInterval(timer)
  }
}

async function asJson(outcome: Outcome): Promise<string> {
  const { toJson } = await import("../../conformance/index.ts")
  return toJson(outcome).trimEnd()
}
