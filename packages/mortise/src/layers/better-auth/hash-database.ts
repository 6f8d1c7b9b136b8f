import { throwInvalid } from "../../contract/throw-invalid.ts"
import { addDatabaseLayer } from "./add-database-layer.ts"
import type { AuthOptions } from "./auth-database.ts"

/** `hashedSessions` over the value of `mortiseDatabase`. */
export const hashDatabase = <D extends object>(database: D, acceptsPlain: boolean): D =>
  addDatabaseLayer(database, {
    name: "hashedSessions",
    check: checkOptions,
    load: async (below, options) =>
      (await import("./hash-session-rows.ts")).hashSessionRows(below, options, acceptsPlain),
  })

/** Refuses options with which Better Auth stores session tokens where the layer does not see them. */
function checkOptions({ secondaryStorage, plugins = [] }: AuthOptions): void {
  if (secondaryStorage)
    throwInvalid(
      'hashedSessions: with secondaryStorage, Better Auth stores session tokens there, without a hash. Remove secondaryStorage, and keep rate limits with rateLimit: { storage: "database" }, or remove hashedSessions.',
    )
  if (plugins.some(({ id }) => id === "one-time-token"))
    throwInvalid(
      "hashedSessions: the plugin one-time-token stores session tokens in the model verification, without a hash. Remove the plugin or hashedSessions.",
    )
}
