import type { BetterAuthOptions } from "better-auth"
import { createAdapterFactory } from "better-auth/adapters"
import type { DatabaseSource } from "../database-source.ts"
import { listModels } from "../models.ts"
import type { ModelSpec } from "../tables.ts"

/** The models of a Better Auth configuration, by Better Auth's own names, without an adapter. */
export function readSpecs(source: DatabaseSource, options: object): ReadonlyMap<string, ModelSpec> {
  let specs: ReadonlyMap<string, ModelSpec> = new Map()
  createAdapterFactory({
    config: { adapterId: "mortise", usePlural: source.usePlural },
    adapter: (helpers) => {
      specs = listModels(helpers, source)
      return {} as never
    },
  })(options as BetterAuthOptions)
  return specs
}
