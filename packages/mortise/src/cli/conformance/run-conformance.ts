import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import type { HttpOptions } from "../../http/client.ts"
import { mortise } from "../../shared/mortise-command.ts"
import { loadConfiguration } from "../configuration/configuration.ts"
import { withFileErrors } from "../files/own-file.ts"
import type { OptionValues } from "../program/command.ts"
import { clausesUrl } from "../program/docs-url.ts"
import { configurationError, type ExitCode, ExitError, exitCodes, usageError } from "../program/exit-code.ts"
import { wholeNumber } from "../program/usage-error.ts"
import { createReporter, printText } from "../terminal/output.ts"
import { detectFeatures } from "./backend-features.ts"
import type { conformanceOptions } from "./conformance-options.ts"
import { loadSuite, type RunOptions, type Suite, type SuiteReport } from "./load-suite.ts"

type Options = OptionValues<typeof conformanceOptions>

const progressIntervalMs = 10_000

/** What the suite runs on. */
type Target = {
  readonly name: string
  openAdapter(): object
  /** The progress as a sentence; absent if the target cannot say. */
  progress?(): string
  close(): Promise<void>
}

/** Runs the suite, and prints its report. */
export async function runConformance(options: Options): Promise<ExitCode> {
  if (options.chaos !== undefined)
    return (await import("./run-chaos.ts")).runChaosCommand(options, options.chaos)
  const suite = await loadSuite()
  const how = runOptions(options, suite)
  const report = createReporter(options.json)
  const note = (sentence: string) => report.printError("progress", sentence)
  const target = await openTarget(options, note)
  const outcome = await runOn(target, suite, { ...how, onLine: !options.json && printText }, note)
  if (options.badge !== undefined) await writeReport("--badge", options.badge, suite.toBadge(outcome))
  if (options.html !== undefined) await writeReport("--html", options.html, suite.toHtml(outcome))
  if (options.json) printText(suite.toJson(outcome).trimEnd())
  const isRight = outcome.failed === 0 && !(options.strict && outcome.warned > 0)
  return isRight ? exitCodes.ok : exitCodes.failed
}

async function openTarget(options: Options, note: (sentence: string) => void): Promise<Target> {
  if ((options.url === undefined) === (options.config === undefined))
    throw usageError(
      "Add --url, --config or --chaos: the address of a backend, without /v1, the file that exports an adapter, or the module of a cluster.",
    )
  if (!options.scratch) throw usageError(scratchWarning)
  for (const name of ["badge", "html"] as const)
    if (options[name] !== undefined && !existsSync(dirname(resolve(options[name]))))
      throw usageError(`The folder of --${name} does not exist: create it, or choose another.`)
  if (options.url !== undefined) return openBackend(await backendOptions(options, options.url), note)
  const { adapter, close } = await loadConfiguration(options.config, {})
  try {
    await checkTables(adapter)
  } catch (error) {
    await close()
    throw error
  }
  return { name: "the adapter of the configuration", openAdapter: () => adapter, close }
}

/** Without tables, every case would fail for the same reason. */
async function checkTables(adapter: object): Promise<void> {
  const { hasTables } = await import("../../contract/internals.ts")
  if (!hasTables(adapter)) return
  const { inspect } = await import("../../stores/sql/migrate/index.ts")
  const { findings } = await inspect(adapter, { emails: false })
  const official = findings.find(({ code }) => code === "official_tables")
  const missing = findings.filter(({ code, severity }) => code === "missing_table" && severity === "error")
  if (official || missing.length > 0)
    throw configurationError(
      official?.why ??
        `The database lacks the tables ${missing.map(({ table }) => table).join(", ")}: run ${mortise} migrate with the same --config first.`,
    )
}

function runOptions({ effort, only, seed }: Options, suite: Suite): RunOptions {
  if (effort !== "quick" && effort !== "full") throw usageError("--effort must be quick or full.")
  return {
    effort,
    ...(only !== undefined && { only: parseOnly(only, suite) }),
    ...(seed !== undefined && { seed: wholeNumber(seed, "--seed", { min: 0, max: 2 ** 32 - 1 }) }),
  }
}

function parseOnly(list: string, { cases }: Suite): string[] {
  const names = list.split(",").map((name) => name.trim())
  if (names.every((name) => cases.some(({ id }) => id === name || id.startsWith(`${name}/`)))) return names
  throw usageError(`--only names a case or topic that does not exist: ${clausesUrl} lists them.`)
}

const writeReport = (option: string, file: string, text: string): Promise<void> =>
  withFileErrors({ what: `The file of ${option} could not be written`, advice: `check ${option}` }, () =>
    writeFile(file, text),
  )

async function backendOptions(options: Options, url: string): Promise<HttpOptions> {
  const key = process.env["MORTISE_KEY"]
  if (!key)
    throw configurationError(
      `MORTISE_KEY must hold a service key of the backend: \`${mortise} key\` creates one.`,
    )
  const { httpAdapter, insecureWithoutTls } = await import("../../http/client.ts")
  const insecure = options["insecure-without-tls"] && { [insecureWithoutTls]: true as const }
  const backend = { url, key, onWarning: false as const, ...insecure }
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
  "This command writes to the store and deletes from it: it creates more than a thousand users, accounts, " +
  "sessions and tokens, and leaves most of them behind. If the database may be thrown away " +
  "afterwards, add --scratch."

async function openBackend(backend: HttpOptions, note: (sentence: string) => void): Promise<Target> {
  const offer = await detectFeatures(backend)
  for (const sentence of offer.missing) note(sentence)
  let requests = 0
  const countingFetch: typeof fetch = (...args) => {
    requests++
    return fetch(...args)
  }
  return {
    name: new URL(backend.url).origin,
    openAdapter: () => offer.openAdapter({ fetch: countingFetch }),
    progress: () => `${requests} requests so far.`,
    close: async () => {},
  }
}

async function runOn(
  target: Target,
  { cases, runConformance: run }: Suite,
  how: RunOptions,
  note: (sentence: string) => void,
): Promise<SuiteReport> {
  note(`Running up to ${cases.length} cases against ${target.name}, at ${how.effort} effort.`)
  const started = Date.now()
  const formatElapsed = () => `${Math.round((Date.now() - started) / 1000)} seconds so far.`
  const timer = setInterval(() => note(target.progress?.() ?? formatElapsed()), progressIntervalMs)
  try {
    return await run({ ...how, factory: () => ({ adapter: target.openAdapter() }) })
  } finally {
    clearInterval(timer)
    await target.close()
  }
}
