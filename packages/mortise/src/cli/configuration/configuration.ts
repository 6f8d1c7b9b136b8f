import { existsSync } from "node:fs"
import { resolve } from "node:path"
import type { ServeOptions } from "../../http/server.ts"
import { mortise } from "../../shared/mortise-command.ts"
import type { AccessTokens } from "../../tokens/index.ts"
import { configurationError, ExitError } from "../program/exit-code.ts"
import { describeError } from "../terminal/describe-error.ts"
import { describeLoadError } from "./describe-load-error.ts"
import { importConfiguration, LoaderMissing } from "./import-configuration.ts"
import { type OpenAdapter, openAdapter } from "./open-adapter.ts"
import { findForTenant } from "./open-tenant.ts"

/** The adapter, the options of `serve`, and the provider tokens that a command may revoke. */
export type Configuration = OpenAdapter & {
  readonly options: ServeOptions
  readonly tokens?: Pick<AccessTokens, "revoke">
}

type Environment = Readonly<Record<string, string | undefined>>

const names = ["mortise.config.ts", "mortise.config.mjs", "mortise.config.js"]

/** Reads the named file, else the environment variables, else the file with a default name. */
export async function loadConfiguration(file: string | undefined, env: Environment): Promise<Configuration> {
  if (file !== undefined) return fromFile(file)
  const { MORTISE_ADAPTER: name, MORTISE_DATABASE: url, MORTISE_PG_SCHEMA: pgSchema } = env
  if (name) return { ...(await openAdapter(name, url, pgSchema)), options: {} }
  const defaultFile = names.find((name) => existsSync(name))
  if (defaultFile) return fromFile(defaultFile)
  throw configurationError(
    `No adapter is configured: run the command in the folder with mortise.config.mjs, write this file with ${mortise} init, name the module that exports your adapter with --config, or set MORTISE_ADAPTER`,
  )
}

async function fromFile(file: string): Promise<Configuration> {
  const missing = "The configuration file does not exist: check --config"
  const { module, close } = await importFile(file, missing)
  const { adapter: exportedAdapter, options = {}, tokens } = module
  const adapter: unknown =
    typeof exportedAdapter === "function" && !(await findForTenant(exportedAdapter))
      ? await callAdapter(() => exportedAdapter())
      : exportedAdapter
  if (adapter === null || (typeof adapter !== "object" && !(await findForTenant(adapter))))
    throw configurationError(
      "The configuration file must export `adapter`: an adapter, or a function that returns one",
    )
  if (typeof options !== "object" || options === null)
    throw configurationError(
      "`options` of the configuration file must be an object with the options of `serve`",
    )
  return {
    adapter: adapter as object,
    options,
    ...(tokens !== undefined && { tokens: checkTokens(tokens) }),
    close,
  }
}

function checkTokens(tokens: unknown): Pick<AccessTokens, "revoke"> {
  const { revoke } = (tokens ?? {}) as { readonly revoke?: unknown }
  if (typeof revoke === "function") return tokens as Pick<AccessTokens, "revoke">
  throw configurationError(
    "`tokens` of the configuration file must be what accessTokens of mortise/tokens returns",
  )
}

/** Imports a module of the application, which may export `close`. Its errors become one sentence. */
export async function importFile(file: string, missing: string) {
  const path = resolve(file)
  if (!existsSync(path)) throw configurationError(missing)
  try {
    const module = await importConfiguration(path)
    const { close } = module
    return { module, close: async () => void (await (typeof close === "function" && close())) }
  } catch (error) {
    if (error instanceof ExitError) throw error
    if (error instanceof LoaderMissing)
      throw configurationError(
        "The configuration is written for a compiler, and jiti, which would compile it, is not installed. Run: npm install --save-dev jiti",
      )
    throw configurationError(
      `The configuration could not be loaded: ${await describeLoadError(error)}`,
      error,
    )
  }
}

async function callAdapter(create: () => unknown): Promise<unknown> {
  try {
    return await create()
  } catch (error) {
    throw configurationError(
      `\`adapter\` of the configuration file failed (${await describeError(error)}): check how it opens its client`,
      error,
    )
  }
}
