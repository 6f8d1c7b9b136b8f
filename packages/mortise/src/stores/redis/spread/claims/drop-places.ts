import { kindOf } from "../../scripts/script-arguments.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { freeScript } from "./place-scripts.ts"

/** Deletes what is invisible, with its entries in the indexes. Each step may run twice. */
export type DropPlaces = {
  /** Deletes a row of a user by its key, if it has this nonce. */
  row(userId: string, key: string, nonce: string): Promise<unknown>
  email(email: string, nonce: string): Promise<unknown>
}

export function createDropPlaces({ schema, keys, connection, indexes }: SpreadParts): DropPlaces {
  const owned = Object.values(schema.models).filter((model) => kindOf(model) === "owned")
  return {
    row(userId, key, nonce) {
      const model = owned.find(({ name }) => key.startsWith(keys.rowPrefix(name)))
      return Promise.all([
        connection.evaluate(freeScript, [key], ["row", nonce]),
        model && indexes.drop(model.name, { ...keys.read(model.name, key), userId }, nonce),
      ])
    },
    email: (email, nonce) =>
      Promise.all([
        connection.evaluate(freeScript, [keys.email(email)], ["email", nonce]),
        indexes.dropEmail(email, nonce),
      ]),
  }
}
