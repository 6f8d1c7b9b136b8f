import { importFile } from "../configuration/configuration.ts"
import { thenClose } from "../configuration/open-store.ts"
import { configurationError, usageError } from "../program/exit-code.ts"

/** What `betterAuth(…)` returns. */
export type Auth = { readonly options: object }

/** Which file exports Better Auth. */
export type AuthFile = {
  readonly file: string
  /** `--config` names the adapter of another library, so both together are a mistake. */
  readonly config: string | undefined
}

/** Runs a task on the `auth` that a file exports, and calls the file's `close`. */
export async function onAuth<T>(
  { file, config }: AuthFile,
  task: (auth: Auth, module: Readonly<Record<string, unknown>>) => Promise<T>,
): Promise<T> {
  if (config !== undefined) throw usageError("Use one of --config and --better-auth.")
  const missing = "The file of --better-auth does not exist."
  const { module, close } = await importFile(file, missing)
  const { findSource: sourceOf } = await import("../../better-auth/database-source.ts")
  const exportedAuth = Object(module["auth"] ?? module["default"]) as Auth
  if (!sourceOf(Object(exportedAuth.options).database))
    throw configurationError(
      "The file of --better-auth must export `auth`, which betterAuth({ database: mortiseDatabase(client) }) returns: Mortise cannot reach the tables of other adapters.",
    )
  return thenClose({ adapter: exportedAuth, close }, () => task(exportedAuth, module))
}
