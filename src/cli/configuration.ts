import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import type { Caller, ServeOptions } from "../http/server.ts"
import { type Opened, openNamed } from "./clients.ts"
import { ExitError, exitCodes } from "./exit-code.ts"

/** The adapter to serve, and what else was said about serving it. */
export type Configuration = Opened & { readonly options: ServeOptions }

type Environment = Readonly<Record<string, string | undefined>>

const names = ["mortise.config.ts", "mortise.config.mjs", "mortise.config.js"]

/** A file that was named, else the variables, else a file of the usual name. */
export async function loadConfiguration(file: string | undefined, env: Environment): Promise<Configuration> {
  if (file !== undefined) return fromFile(resolve(file))
  if (env["MORTISE_ADAPTER"]) return fromEnvironment(env, env["MORTISE_ADAPTER"])
  const found = names.map((name) => resolve(name)).find((path) => existsSync(path))
  if (found) return fromFile(found)
  throw wrong("There is nothing to serve: write a mortise.config.js, or set MORTISE_ADAPTER")
}

async function fromFile(path: string): Promise<Configuration> {
  if (!existsSync(path)) throw wrong("The configuration file does not exist: check --config")
  const module = await load(path)
  const { adapter: given, options = {}, close } = module
  const adapter: unknown = typeof given === "function" ? await given() : given
  if (typeof adapter !== "object" || adapter === null)
    throw wrong("The configuration file must export `adapter`: an adapter, or a function that makes one")
  if (typeof options !== "object" || options === null)
    throw wrong("`options` of the configuration file must be an object, as `serve` takes it")
  return { adapter, options, close: async () => void (await (typeof close === "function" && close())) }
}

async function load(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(path).href)
  } catch (error) {
    const advice = path.endsWith(".ts") ? " TypeScript needs Node 22.18 or newer, or a build." : ""
    const [reason = ""] = String((error as Error | null)?.message).split("\n")
    throw wrong(`The configuration file could not be loaded: ${reason.replace(/\.$/, "")}.${advice}`, error)
  }
}

async function fromEnvironment(env: Environment, name: string): Promise<Configuration> {
  const keys = keysIn(env["MORTISE_KEYS"])
  const opened = await openNamed(name, env["MORTISE_DATABASE"])
  return { ...opened, options: keys ? { keys } : {} }
}

/** Records as `mortise key` prints them, in a JSON list. */
function keysIn(text: string | undefined): readonly Caller[] | undefined {
  if (text === undefined) return undefined
  try {
    const records: { expires?: string }[] = JSON.parse(text)
    return records.map(({ expires, ...record }) => ({
      ...record,
      ...(expires !== undefined && { expires: new Date(expires) }),
    })) as unknown as readonly Caller[]
  } catch {
    // What JSON.parse says would repeat a part of the text.
    throw wrong("MORTISE_KEYS must be a JSON list of the records that `mortise key` prints")
  }
}

const wrong = (sentence: string, cause?: unknown): ExitError =>
  new ExitError(exitCodes.configuration, `${sentence.replace(/\.$/, "")}.`, cause)
