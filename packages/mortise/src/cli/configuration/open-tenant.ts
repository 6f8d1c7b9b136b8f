import type { ForTenant } from "../../index.ts"
import { mortise } from "../../shared/mortise-command.ts"
import { configurationError, ExitError, exitCodes, usageError } from "../program/exit-code.ts"

/** The tenant that a command works on. */
export type TenantChoice = {
  /** The value of `--tenant`. */
  readonly tenant: string | undefined
  /** Whether the command may store the first row of a tenant. */
  readonly mayCreate?: boolean
}

/** What a factory returned with `tenants: true`; `undefined` for the adapter of one store. */
export async function findForTenant(adapter: unknown): Promise<ForTenant | undefined> {
  const { internals } = await import("../../contract/internals.ts")
  return typeof adapter === "function" && internals(adapter)?.openTenant ? (adapter as ForTenant) : undefined
}

/** The adapter that a command works on: the configuration's, or the one of a tenant. */
export async function openTenant(adapter: object, choice: TenantChoice | undefined): Promise<object> {
  const forTenant = await findForTenant(adapter)
  const name = choice?.tenant
  if (!forTenant) {
    if (name === undefined) return adapter
    throw usageError("--tenant needs an adapter that was made with `tenants: true`; this one has no tenants.")
  }
  if (!choice) throw configurationError("This command does not work on an adapter with tenants")
  if (name === undefined)
    throw usageError(`The adapter has tenants: add --tenant NAME. \`${mortise} tenants list\` lists them.`)
  const { tenants } = await import("../../tenants/index.ts")
  const entry = await tenants(forTenant).read(name)
  if (entry?.state === "removing")
    throw new ExitError(exitCodes.failed, "This tenant is being removed, so nothing can be done in it.")
  if (entry?.state === "active" || choice.mayCreate) return forTenant(name)
  throw unknownTenantError()
}

/** The error for a name that no tenant has. */
export const unknownTenantError = (): ExitError =>
  new ExitError(
    exitCodes.failed,
    `There is no tenant with this name: \`${mortise} tenants list\` lists them.`,
  )

/** Refuses `--tenant` where it cannot have a meaning. */
export function refuseTenant(tenant: string | undefined): void {
  if (tenant !== undefined) throw usageError("--tenant does not work with --better-auth.")
}
