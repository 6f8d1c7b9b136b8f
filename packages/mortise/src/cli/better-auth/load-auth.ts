import type { DatabaseSource } from "../../better-auth/database-source.ts"
import type { ToolTenant } from "../../contract/auth-storage.ts"
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

/** The tenants that a command works on, if the database has tenants: that of `--tenant`, or all, or it refuses them. */
export type AuthScope = { readonly tenant: string | undefined } | "all" | "none"

/** Runs a task on the `auth` that a file exports, and calls the file's `close`. */
export async function onAuth<T>(
  { file, config }: AuthFile,
  scope: AuthScope,
  task: (auth: Auth, module: Readonly<Record<string, unknown>>) => Promise<T>,
): Promise<T> {
  if (config !== undefined) throw usageError("Use one of --config and --better-auth.")
  const missing = "The file of --better-auth does not exist."
  const { module, close } = await importFile(file, missing)
  const { findSource: sourceOf } = await import("../../better-auth/database-source.ts")
  const exportedAuth = Object(module["auth"] ?? module["default"]) as Auth
  const source = sourceOf(Object(exportedAuth.options).database)
  if (!source)
    throw configurationError(
      "The file of --better-auth must export `auth`, which betterAuth({ database: mortiseDatabase(client) }) returns: Mortise cannot reach the tables of other adapters.",
    )
  return thenClose({ adapter: exportedAuth, close }, async () => {
    const tenant = await checkScope(source, scope)
    const chosen = tenant === undefined ? [] : await listToolTenants(source, exportedAuth)
    for (const toolTenant of chosen) toolTenant.name = tenant
    try {
      return await task(exportedAuth, module)
    } finally {
      for (const toolTenant of chosen) toolTenant.name = undefined
    }
  })
}

/** The tenant that all calls of the command work on; undefined for a database without tenants, and for all of them. */
async function checkScope({ toolTenant }: DatabaseSource, scope: AuthScope): Promise<string | undefined> {
  if (scope === "all" || (scope === "none" && !toolTenant)) return undefined
  if (scope === "none") throw configurationError("This command does not work on a database with tenants")
  const { tenant } = scope
  if (!toolTenant && tenant !== undefined)
    throw usageError("--tenant needs mortiseDatabase(client, { tenant }); this database has no tenants.")
  if (!toolTenant) return undefined
  if (tenant === undefined) throw usageError("The database has tenants: add --tenant NAME.")
  const { isTenantName } = await import("../../contract/tenants.ts")
  if (!isTenantName(tenant)) throw usageError("--tenant must match [a-z0-9][a-z0-9_-]{0,62}.")
  return tenant
}

/** Where the database and the secondary storage find the tenant of a tool. */
async function listToolTenants({ toolTenant }: DatabaseSource, { options }: Auth): Promise<ToolTenant[]> {
  const { findToolTenant } = await import("../../contract/auth-storage.ts")
  const { secondaryStorage } = options as { readonly secondaryStorage?: unknown }
  return [toolTenant, findToolTenant(secondaryStorage)].filter((tool) => tool !== undefined)
}
