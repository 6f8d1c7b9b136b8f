import { getEndpoint } from "../../contract/auth-endpoint.ts"
import { isAuthStorage, storageParts } from "../../contract/auth-storage.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { addDatabaseLayer } from "./add-database-layer.ts"
import type { AuthOptions } from "./auth-database.ts"

/** `hashedSessions` over the value of `mortiseDatabase`. */
export const hashDatabase = <D extends object>(database: D, acceptsPlain: boolean): D =>
  addDatabaseLayer(database, {
    name: "hashedSessions",
    check: checkOptions,
    // A plugin can add the option after the start. Before a session is stored, its user is read.
    onCall: () => checkStorage(getEndpoint()?.context?.options?.secondaryStorage),
    load: async (below) => (await import("./hash-session-rows.ts")).hashSessionRows(below, acceptsPlain),
  })

/** Refuses options with which Better Auth stores session tokens where the layer does not see them. */
function checkOptions({ secondaryStorage, plugins = [] }: AuthOptions): void {
  checkStorage(secondaryStorage)
  if (plugins.some(({ id }) => id === "one-time-token"))
    throwInvalid(
      "hashedSessions: the plugin one-time-token stores session tokens: remove it, or hashedSessions.",
    )
}

/** Better Auth keeps sessions in secondary storage under their tokens. */
function checkStorage(storage: unknown): void {
  if (storage && !(isAuthStorage(storage) && storage[storageParts].isHashed))
    throwInvalid(
      "hashedSessions: secondaryStorage stores session tokens: pass hashedSessions(mortiseStorage(adapter)), or remove it.",
    )
}
