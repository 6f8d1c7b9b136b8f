import { throwInvalid } from "../../contract/throw-invalid.ts"
import { addDatabaseLayer } from "./add-database-layer.ts"
import type { AuthOptions } from "./auth-database.ts"

/** `hashedSessions` over the value of `mortiseDatabase`. */
export const hashDatabase = <D extends object>(database: D, acceptsPlain: boolean): D =>
  addDatabaseLayer(database, {
    name: "hashedSessions",
    check: checkOptions,
    load: async (below) => (await import("./hash-session-rows.ts")).hashSessionRows(below, acceptsPlain),
  })

/** Refuses options with which Better Auth stores session tokens where the layer does not see them. */
function checkOptions({ secondaryStorage, plugins = [] }: AuthOptions): void {
  const refuse = (what: string): never =>
    throwInvalid(`hashedSessions: ${what} stores session tokens: remove it, or hashedSessions.`)
  // With rateLimit: { storage: "database" }, rate limits need none.
  if (secondaryStorage) refuse("secondaryStorage")
  if (plugins.some(({ id }) => id === "one-time-token")) refuse("the plugin one-time-token")
}
