import type { Adapter } from "../../index.ts"
import type { AccessTokens } from "../../tokens/index.ts"
import { configurationError, ExitError, exitCodes } from "../program/exit-code.ts"
import { describeFailure } from "../terminal/describe-error.ts"
import { loadConfiguration } from "./configuration.ts"
import type { OpenAdapter } from "./open-adapter.ts"
import { openTenant, type TenantChoice } from "./open-tenant.ts"

/** A Mortise adapter with the parts that tools use. */
export type OpenStore = Awaited<ReturnType<typeof toOpenStore>> & {
  /** The configuration's `tokens`, which can revoke tokens at their provider. */
  readonly tokens?: Pick<AccessTokens, "revoke">
}

/** Opens the configuration's adapter, or that of a tenant, runs a task on it, and closes it. */
export async function onStore<T>(
  config: string | undefined,
  task: (store: OpenStore) => Promise<T>,
  choice?: TenantChoice,
): Promise<T> {
  const configuration = await loadConfiguration(config, process.env)
  const { tokens } = configuration
  return thenClose(configuration, async (adapter) =>
    task({ ...(await toOpenStore(await openTenant(adapter, choice))), ...(tokens && { tokens }) }),
  )
}

/** Runs a task on a configuration's adapter and closes it. The store's errors become one sentence. */
export async function thenClose<T>(
  { adapter, close }: OpenAdapter,
  task: (adapter: object) => Promise<T>,
): Promise<T> {
  try {
    return await task(adapter)
  } catch (error) {
    if (error instanceof ExitError) throw error
    throw new ExitError(exitCodes.failed, await describeFailure(error), error)
  } finally {
    await close()
  }
}

/** An adapter's parts. Throws for a third-party adapter. */
export async function toOpenStore(adapter: object) {
  const { extras, manifest, upkeep } = await import("../../index.ts")
  const { internals } = await import("../../contract/internals.ts")
  const [inside, promised, tools] = [internals(adapter), manifest(adapter), upkeep(adapter)]
  if (!inside || !promised || !tools)
    throw configurationError(
      "This command needs a Mortise adapter: third-party adapters cannot list their rows.",
    )
  return {
    adapter: adapter as Adapter,
    upkeep: tools,
    extras: extras(adapter) ?? {},
    slots: inside.slots,
    manifest: promised,
    schema: inside.schema,
    /** Whether the store has SQL tables. */
    hasTables: inside.migration !== undefined,
    /** The tenant whose rows the adapter has. */
    tenant: inside.tenant,
  }
}
