import type { Adapter, Extras, Manifest, Schema, Slots, Upkeep } from "../index.ts"
import type { AccessTokens } from "../tokens/index.ts"
import { type Configuration, loadConfiguration } from "./configuration.ts"
import { describeFailure } from "./describe-error.ts"
import { ExitError, exitCodes } from "./exit-code.ts"

/** An adapter of Mortise with the parts that tools use. */
export type OpenStore = {
  readonly adapter: Adapter
  readonly upkeep: Upkeep
  readonly extras: Partial<Extras>
  readonly slots: Slots
  readonly manifest: Manifest
  readonly schema: Schema
  /** Whether the store has SQL tables. */
  readonly hasTables: boolean
  /** `tokens` of the configuration, which can revoke tokens at their provider. */
  readonly tokens?: Pick<AccessTokens, "revoke">
}

/** Opens the adapter of the configuration, runs a task on it, and closes the adapter. */
export async function onStore<T>(
  config: string | undefined,
  task: (store: OpenStore) => Promise<T>,
): Promise<T> {
  const configuration = await loadConfiguration(config, process.env)
  const { tokens } = configuration
  return thenClose(configuration, async (adapter) =>
    task({ ...(await storeOf(adapter)), ...(tokens && { tokens }) }),
  )
}

/** Runs a task on the adapter of a configuration and closes the adapter. Errors of the store become one sentence. */
export async function thenClose<T>(
  { adapter, close }: Configuration,
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

/** The parts of an adapter. Refuses an adapter that is not from Mortise. */
export async function storeOf(adapter: object): Promise<OpenStore> {
  const { extras, manifest, upkeep } = await import("../index.ts")
  const { internals } = await import("../contract/internals.ts")
  const [inside, promised, tools] = [internals(adapter), manifest(adapter), upkeep(adapter)]
  if (!inside || !promised || !tools)
    throw new ExitError(
      exitCodes.configuration,
      "This command needs an adapter of Mortise: adapters of other packages cannot list their rows.",
    )
  return {
    adapter: adapter as Adapter,
    upkeep: tools,
    extras: extras(adapter) ?? {},
    slots: inside.slots,
    manifest: promised,
    schema: inside.schema,
    hasTables: inside.migration !== undefined,
  }
}
