import type { Awaitable } from "../promises.ts"
import type { Lifecycle } from "../run-options.ts"

/** Imports a module and returns the factory that it exports. */
export async function openModule<Setup extends Lifecycle>(
  url: URL | string,
): Promise<{ readonly factory: () => Awaitable<Setup> }> {
  const { factory } = (await import(String(url))) as { factory?: unknown }
  if (typeof factory !== "function")
    throw new TypeError(
      `The module ${url} must export a function called factory, like the factory of a run in one process.`,
    )
  return { factory: factory as () => Awaitable<Setup> }
}
