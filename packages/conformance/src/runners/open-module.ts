import type { Factory } from "../run-options.ts"

/** Imports a module and returns the factory that it exports. */
export async function openModule(url: URL | string): Promise<{ readonly factory: Factory }> {
  const { factory } = (await import(String(url))) as { factory?: unknown }
  if (typeof factory !== "function")
    throw new TypeError(
      `The module ${url} must export a function called factory, like the one that runConformance({ factory }) takes.`,
    )
  return { factory: factory as Factory }
}
