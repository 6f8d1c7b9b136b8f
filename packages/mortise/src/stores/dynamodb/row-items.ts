import type { Row } from "../../contract/rows.ts"
import type { Model } from "../../contract/schema.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { rowToTexts, textsToRow } from "../../operations/rows/row-texts.ts"
import { utf8 } from "../../shared/bytes.ts"
import type { Attribute, Condition, Item, ItemKey } from "./dynamodb-client.ts"
import { keyAttributes, readText } from "./layout.ts"

/**
 * A row as it is stored. `version` is a random name that every write replaces, so that a write can be conditional on what
 * was read. `born` is one that stays while the row has the same owner, and that its pointer has too.
 */
export type StoredRow = {
  readonly row: Row
  readonly key: ItemKey
  readonly version: string
  readonly born: string
}

/** The attribute by which the table deletes expired items, in seconds. */
export const ttlAttribute = "ttl"

const longestItem = 400 * 1024

export const newName = (): string => crypto.randomUUID()

/** The item of a row: its fields are in the map `r`, dates and integers as numbers. */
export function toItem(model: Model, { row, key, version, born }: StoredRow): Item {
  const texts = rowToTexts(model, row)
  const fields: Record<string, Attribute> = {}
  let bytes = 0
  for (const { name, kind } of model.fields) {
    const text = texts[name]
    if (text === undefined) continue
    bytes += name.length + utf8(text).length
    fields[name] = kind === "date" || kind === "integer" ? { N: text } : { S: text }
  }
  // The key, the names and the numbers of an item take less than the rest.
  if (bytes > longestItem - 4096)
    throwInvalid(
      `A row of ${model.name} must have less than 396 KB: DynamoDB stores at most 400 KB per item.`,
      {
        model: model.name,
      },
    )
  return {
    ...keyAttributes(key),
    ...expiryAttribute(model, row),
    m: { S: model.name },
    v: { S: version },
    b: { S: born },
    r: { M: fields },
  }
}

/** The stored row of an item; undefined for none, and for a user that is being removed. */
export function toStoredRow(model: Model, item: Item | undefined): StoredRow | undefined {
  const fields = item?.["r"]?.M
  if (!item || !fields) return undefined
  const texts = Object.fromEntries(
    Object.entries(fields).map(([name, { S, N }]) => [name, (S ?? N) as string]),
  )
  return {
    row: textsToRow(model, texts),
    key: { pk: readText(item["pk"]), sk: readText(item["sk"]) },
    version: readText(item["v"]),
    born: readText(item["b"]),
  }
}

/** The time at which the table may delete an item: not before the row has expired. */
export function expiryAttribute({ expiry }: Model, row: Readonly<Row>): Item {
  if (expiry === undefined) return {}
  return { [ttlAttribute]: { N: String(Math.ceil(Number(row[expiry]) / 1000)) } }
}

export const readOwner = ({ owner }: Model, row: Readonly<Row>): string =>
  row[owner?.field as string] as string

/** No item has this key. */
export const ifFree: Condition = { ConditionExpression: "attribute_not_exists(pk)" }

/** The user exists, and is not being removed. */
export const ifUser: Condition = { ConditionExpression: "attribute_exists(r)" }

/** The item is as it was read. */
export const ifVersion = (version: string): Condition => ({
  ConditionExpression: "v = :v",
  ExpressionAttributeValues: { ":v": { S: version } },
})

/** The item is gone, or of the same row. */
export const ifBorn = (born: string): Condition => ({
  ConditionExpression: "attribute_not_exists(pk) OR b = :b",
  ExpressionAttributeValues: { ":b": { S: born } },
})
