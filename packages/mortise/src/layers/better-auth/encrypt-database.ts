import { throwInvalid } from "../../contract/throw-invalid.ts"
import type { KeyRing } from "../encrypted-tokens/encryption-keys.ts"
import { addDatabaseLayer } from "./add-database-layer.ts"

/** `encryptedTokens` over the value of `mortiseDatabase`. */
export const encryptDatabase = <D extends object>(database: D, keys: KeyRing, acceptsPlain: boolean): D =>
  addDatabaseLayer(database, {
    name: "encryptedTokens",
    check({ account }) {
      if (account?.encryptOAuthTokens)
        throwInvalid(
          "encryptedTokens: Better Auth encrypts the tokens already, by account.encryptOAuthTokens. Remove this option or encryptedTokens.",
        )
    },
    load: async (below, options) =>
      (await import("./encrypt-account-rows.ts")).encryptAccountRows(below, options, keys, acceptsPlain),
  })
