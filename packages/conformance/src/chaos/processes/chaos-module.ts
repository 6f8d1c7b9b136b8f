import type { Factory } from "../../suites/authjs/run-options.ts"
import type { ChaosHooks } from "../hooks.ts"

/** The module lacks an export, or exports something else. */
class HooksError extends TypeError {
  override readonly name = "HooksError"
}

const areFunctions = (list: unknown): boolean =>
  Array.isArray(list) && list.length > 0 && list.every((item) => typeof item === "function")

/** Imports a module and returns the functions that open the adapters of the callers. */
export async function openFactories(url: URL | string): Promise<readonly Factory[]> {
  return readFactories(await import(String(url)))
}

function readFactories({ factory }: Partial<ChaosHooks>): readonly Factory[] {
  const list = typeof factory === "function" ? [factory] : factory
  if (list && areFunctions(list)) return list
  throw new HooksError(
    "The module must export `factory`: a function that opens an adapter, or a list of them.",
  )
}

/** Imports a module with the hooks of a cluster, and checks what it exports. */
export async function openHooks(
  url: URL | string,
): Promise<ChaosHooks & { readonly factory: readonly Factory[] }> {
  const hooks = (await import(String(url))) as Partial<ChaosHooks>
  const { nodes, faults, check } = hooks
  const factory = readFactories(hooks)
  if (nodes !== undefined && !areFunctions(nodes))
    throw new HooksError("`nodes` of the module must be a list of functions that open an adapter.")
  if (check !== undefined && typeof check !== "function")
    throw new HooksError("`check` of the module must be a function.")
  if (!Array.isArray(faults) || !areFunctions(faults.map((fault: { inject?: unknown }) => fault?.inject)))
    throw new HooksError("The module must export `faults`: a list of { name, inject, heal }.")
  return { ...hooks, faults, factory }
}
