/**
 * The indexes for upkeep: sorted sets in 16 buckets, so that no node carries all of them. A member is the key of a row as
 * plain text and the nonce of the row, separated by NUL. An entry is added before its row and removed after it. Because
 * of the nonce, a late removal never hits the entry of a row that was inserted under the same key since then. Hence the
 * indexes contain every row, and may also contain rows that are gone.
 *
 * The two indexes of an expiring row share a slot, hence a connection. The entry by expiry is added first and removed
 * last, so that a sweep finds both, whenever a caller ends. It also names the user, in whose key the row has an entry
 * that stays if Redis drops the row.
 */
import type { ModelName } from "../../../contract/models.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { RedisParts } from "../redis-parts.ts"
import { expiryArgument } from "../scripts/script-arguments.ts"

export const bucketCount = 16

/** An entry: the sorted set, the score and the member. */
type IndexEntry = readonly [index: string, score: string, member: string]

export type Indexes = {
  /** Adds the entries of a row. */
  add(model: ModelName, row: Readonly<Row>, nonce: string): Promise<unknown>
  /** Removes the entries of a row, of which only its key and its user must be known. */
  drop(model: ModelName, row: Readonly<Row>, nonce: string): Promise<unknown>
  /** Adds the entry of an email that a user takes. */
  addEmail(email: string, nonce: string): Promise<unknown>
  dropEmail(email: string, nonce: string): Promise<unknown>
  /** Removes a member that was read from an index. */
  dropMember(model: ModelName, by: readonly string[], member: string): Promise<unknown>
  /** Corrects the expiry of a row. `found` is the member that was read from the index. */
  expire(model: ModelName, row: Readonly<Row>, nonce: string, found?: string): Promise<unknown>
}

const memberOf = (by: readonly string[], row: Readonly<Row>, nonce: string): string =>
  [...by.map((part) => row[part]), nonce].join("\0")

const expiryMember = (by: readonly string[], row: Readonly<Row>, nonce: string): string =>
  [memberOf(by, row, nonce), ...(typeof row["userId"] === "string" ? [row["userId"]] : [])].join("\0")

/** The key and the nonce that a member contains, and the id of the user if it names one. */
export function readMember(
  by: readonly string[],
  member: string,
): { readonly key: Key; readonly nonce: string; readonly userId?: string | undefined } {
  const parts = member.split("\0")
  const key = Object.fromEntries(by.map((part, nth) => [part, parts[nth] as string]))
  return { key, nonce: parts[by.length] as string, userId: parts[by.length + 1] }
}

export function createIndexes({ schema, keys, connection }: RedisParts): Indexes {
  const primary = (model: ModelName) => schema.models[model].keys[0] ?? []

  const orderEntry = (
    model: ModelName,
    by: readonly string[],
    row: Readonly<Row>,
    nonce: string,
  ): IndexEntry => [keys.order(model, by, bucketOf(by, row)), "0", memberOf(by, row, nonce)]
  const emailEntry = (email: string, nonce: string) => orderEntry("user", ["email"], { email }, nonce)
  const expiryEntries = (model: ModelName, row: Readonly<Row>, nonce: string): IndexEntry[] => {
    const expires = expiryArgument(schema.models[model], row)
    const by = primary(model)
    if (expires === "") return []
    return [[keys.expiry(model, bucketOf(by, row)), expires, expiryMember(by, row, nonce)]]
  }
  const entries = (model: ModelName, row: Readonly<Row>, nonce: string): IndexEntry[] => [
    ...expiryEntries(model, row, nonce),
    orderEntry(model, primary(model), row, nonce),
    ...(model === "user" && typeof row["email"] === "string" ? [emailEntry(row["email"], nonce)] : []),
  ]
  const add = ([index, score, member]: IndexEntry) => connection.write("ZADD", index, score, member)
  const dropMember: Indexes["dropMember"] = (model, by, member) => {
    const { key, nonce } = readMember(by, member)
    const [bucket, ordered] = [bucketOf(by, key), memberOf(by, key, nonce)]
    return Promise.all([
      connection.write("ZREM", keys.order(model, by, bucket), ordered),
      // Entries of earlier versions do not name the user.
      schema.models[model].expiry && connection.write("ZREM", keys.expiry(model, bucket), member, ordered),
    ])
  }
  const dropEmail: Indexes["dropEmail"] = (email, nonce) =>
    dropMember("user", ["email"], memberOf(["email"], { email }, nonce))

  return {
    add: (model, row, nonce) => Promise.all(entries(model, row, nonce).map(add)),
    drop: (model, row, nonce) =>
      Promise.all([
        dropMember(model, primary(model), expiryMember(primary(model), row, nonce)),
        ...(model === "user" && typeof row["email"] === "string" ? [dropEmail(row["email"], nonce)] : []),
      ]),
    addEmail: (email, nonce) => add(emailEntry(email, nonce)),
    dropEmail,
    dropMember,
    expire: (model, row, nonce, found) =>
      Promise.all(
        expiryEntries(model, row, nonce).map(async (entry) => {
          await add(entry)
          if (found !== undefined && found !== entry[2]) await connection.write("ZREM", entry[0], found)
        }),
      ),
  }
}

export function bucketOf(by: readonly string[], row: Readonly<Row>): number {
  let hash = 0
  for (const character of by.map((part) => row[part]).join("\0"))
    hash = (hash * 31 + (character.codePointAt(0) ?? 0)) | 0
  return Math.abs(hash % bucketCount)
}
