import type { Factory } from "../setup.ts"

/** The factory that a module exports. */
export async function openModule(url: URL | string): Promise<{ readonly factory: Factory }> {
  const { factory } = (await import(String(url))) as { factory?: unknown }
  if (typeof factory !== "function")
    throw new TypeError(
      `The module ${url} must export a function called factory, as run({ factory }) takes it.`,
    )
  return { factory: factory as Factory }
}
