import type { StoreManifest } from "../../contract/manifest.ts"
import { operationNames } from "../../contract/operations.ts"
import type { Schema } from "../../contract/schema.ts"
import type { HttpOptions } from "./http-options.ts"

/** What the adapter promises before its first request: the least that the store behind a server can promise. */
export function httpManifest({ models, ids }: Schema, { promises = {} }: HttpOptions): StoreManifest {
  const texts = Object.values(models).flatMap(({ fields }) => fields.filter(({ kind }) => kind === "text"))
  return {
    store: "http",
    removal: "fenced",
    durability: "none",
    ...promises,
    ids,
    roundTrips: Object.fromEntries(operationNames.map((name) => [name, 1])),
    limits: Object.fromEntries(
      texts.flatMap(({ model, name, max }) => (max ? [[`${model}.${name}`, max]] : [])),
    ),
    reduced: [],
  }
}
