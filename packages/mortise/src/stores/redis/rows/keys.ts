import type { ModelName } from "../../../contract/models.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { Model, Schema } from "../../../contract/schema.ts"
import { throwInvalid } from "../../../contract/throw-invalid.ts"
import { modelLetters } from "../../../operations/rows/model-letters.ts"

/** How a row is stored: in its own key, or together with other tokens in their identifier's key. */
export type RowKind = "user" | "owned" | "token" | "slot"

export const getRowKind = ({ name, owner }: Model): RowKind => {
  if (name === "user" || name === "slot") return name
  return owner?.mustExist ? "owned" : "token"
}

/** Names the keys of the store. Parts are encoded, so that no value can add a separator or a hash tag. */
export type Keys = {
  /** The key of a row. Tokens share the key of their identifier. */
  row(model: ModelName, key: Key | Readonly<Row>): string
  /** The start of the keys of all rows of a model. */
  rowPrefix(model: ModelName): string
  /** The fields that the key of a row contains. */
  read(model: ModelName, name: string): Row
  user(id: string): string
  /** The claim of an email. */
  email(address: string): string
  /** The index of a model in the order of its key, or of the users' emails. A Cluster has several buckets of each. */
  order(model: ModelName, by: readonly string[], bucket?: number): string
  /** The index of a model by expiry. */
  expiry(model: ModelName, bucket?: number): string
  /** The intents: the writes that are under way. */
  intents(bucket?: number): string
  /** The counter of generated ids. */
  readonly serial: string
}

// Most ids and tokens need no encoding, and testing that is faster than encoding them.
const encode = (part: string) => (/^[\w.~-]*$/.test(part) ? part : encodeURIComponent(part))

// The braces are the hash tag of a Cluster: a key and everything derived from it share a slot.
export function createKeys(prefix: string, { models }: Schema): Keys {
  if (!/^[^{}]+$/.test(prefix)) throwInvalid("`prefix` must be a text without braces.")
  const buildKey = (letter: string, parts: readonly string[]) =>
    `${prefix}:${letter}:{${parts.map(encode).join(":")}}`
  const listParts = (model: ModelName): readonly string[] =>
    model === "verificationToken" ? ["identifier"] : (models[model].keys[0] ?? [])
  return {
    row: (model, key) =>
      buildKey(
        modelLetters[model],
        listParts(model).map((part) => key[part] as string),
      ),
    read(model, name) {
      const values = name.slice(name.indexOf("{") + 1, -1).split(":")
      return Object.fromEntries(
        listParts(model).map((part, index) => [part, decodeURIComponent(values[index] as string)]),
      )
    },
    rowPrefix: (model) => `${prefix}:${modelLetters[model]}:`,
    user: (id) => buildKey("u", [id]),
    email: (address) => buildKey("e", [address]),
    order: (model, by, bucket = 0) =>
      `${prefix}:z:${modelLetters[model]}:${by[0] === "email" ? "email" : "key"}:{${bucket}}`,
    expiry: (model, bucket = 0) => `${prefix}:x:${modelLetters[model]}:{${bucket}}`,
    intents: (bucket = 0) => `${prefix}:i:{${bucket}}`,
    serial: `${prefix}:serial`,
  }
}
