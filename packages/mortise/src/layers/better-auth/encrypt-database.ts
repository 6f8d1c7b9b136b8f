import { throwInvalid } from "../../contract/throw-invalid.ts"
import type { KeyRing } from "../encrypted-tokens/encryption-keys.ts"
import { addDatabaseLayer } from "./add-database-layer.ts"
import { type AuthAdapter, getSource } from "./auth-database.ts"
import { createRowCipher } from "./row-cipher.ts"
import { checkNamedFields, listSealedModels } from "./sealed-models.ts"

/** `encryptedTokens` over the value of `mortiseDatabase`. */
export function encryptDatabase<D extends object>(
  database: D,
  keys: KeyRing,
  acceptsPlain: boolean,
  fields: unknown,
): D {
  const named = checkNamedFields(fields)
  const createCiphers = (below: AuthAdapter) =>
    listSealedModels(below, named).map((sealed) =>
      createRowCipher(sealed, keys, acceptsPlain, getSource(database).readTenant),
    )
  return addDatabaseLayer(database, {
    name: "encryptedTokens",
    check({ account, plugins = [] }, below) {
      if (account?.encryptOAuthTokens) refuse("account.encryptOAuthTokens")
      for (const { id, options } of plugins)
        for (const { storeOTP } of [options, options?.otpOptions].map(Object))
          if (storeOTP === "encrypted" || Object(storeOTP).encrypt) refuse(`storeOTP of ${id}`)
      listSealedModels(below, named)
    },
    load: async (below) => (await import("./encrypt-rows.ts")).encryptRows(below, createCiphers(below)),
    record: (below) => ({
      openCiphers: async (options) => ({ firstKey: keys.first, ciphers: createCiphers(below(options)) }),
    }),
  })
}

const refuse = (option: string): never =>
  throwInvalid(`encryptedTokens: ${option} encrypts the same values: remove it, or encryptedTokens.`)
