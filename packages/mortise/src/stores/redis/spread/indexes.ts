/**
 * The indexes for upkeep: sorted sets in 16 buckets, so that no node carries all of them. A member is the key of a row as
 * plain text and the nonce of the row, separated by NUL. It is added before its row and removed after it. Because of the
 * nonce, a late removal never hits the member of a row that was inserted under the same key since then. Hence the indexes
 * contain every row, and may also contain rows that are gone.
 *
 * The two indexes of an expiring row share a slot, hence a connection. The member by expiry is added first and removed
 * last, so that a sweep finds both, whenever a caller ends. It also names the user, because the entry in the user's key
 * stays if Redis drops the row.
 */
import type { ModelName } from "../../../contract/models.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import { compareBytes } from "../../../shared/bytes.ts"
import type { RedisParts } from "../engine.ts"
import { joinKey, last, type ReadMembers, splitKey, toRange } from "../rows/create-page.ts"
import { expiryArgument } from "../scripts/script-arguments.ts"

const bucketCount = 16

/** A member of an index: the sorted set, the score and the text. */
type Member = readonly [index: string, score: string, member: string]

export type Indexes = {
  /** Adds the members of a row. */
  add(model: ModelName, row: Readonly<Row>, nonce: string): Promise<unknown>
  /** Removes the members of a row, of which only its key and its user must be known. */
  drop(model: ModelName, row: Readonly<Row>, nonce: string): Promise<unknown>
  /** Adds the member of an email that a user takes. */
  addEmail(email: string, nonce: string): Promise<unknown>
  dropEmail(email: string, nonce: string): Promise<unknown>
  /** Removes a member that was read from an index. */
  dropMember(model: ModelName, by: readonly string[], member: string): Promise<unknown>
  /** Corrects the expiry of a row. `member` is the member that was read from the index. */
  expire(model: ModelName, row: Readonly<Row>, nonce: string, member?: string): Promise<unknown>
}

const memberText = (by: readonly string[], row: Readonly<Row>, nonce: string): string =>
  `${joinKey(by, row)}\0${nonce}`

const expiryText = (by: readonly string[], row: Readonly<Row>, nonce: string): string =>
  [memberText(by, row, nonce), ...(typeof row["userId"] === "string" ? [row["userId"]] : [])].join("\0")

/** The key and the nonce that a member contains, and the id of the user if it names one. */
export function readMember(
  by: readonly string[],
  member: string,
): { readonly key: Key; readonly nonce: string; readonly userId?: string | undefined } {
  const [nonce = "", userId] = member.split("\0").slice(by.length)
  return { key: splitKey(by, member), nonce, userId }
}

export function createIndexes({ schema, keys, connection }: RedisParts): Indexes {
  const primary = (model: ModelName) => schema.models[model].keys[0] ?? []

  const orderMember = (
    model: ModelName,
    by: readonly string[],
    row: Readonly<Row>,
    nonce: string,
  ): Member => [keys.order(model, by, pickBucket(by, row)), "0", memberText(by, row, nonce)]
  const emailMember = (email: string, nonce: string) => orderMember("user", ["email"], { email }, nonce)
  const expiryMembers = (model: ModelName, row: Readonly<Row>, nonce: string): Member[] => {
    const expires = expiryArgument(schema.models[model], row)
    const by = primary(model)
    if (expires === "") return []
    return [[keys.expiry(model, pickBucket(by, row)), expires, expiryText(by, row, nonce)]]
  }
  const listMembers = (model: ModelName, row: Readonly<Row>, nonce: string): Member[] => [
    ...expiryMembers(model, row, nonce),
    orderMember(model, primary(model), row, nonce),
    ...(model === "user" && typeof row["email"] === "string" ? [emailMember(row["email"], nonce)] : []),
  ]
  const add = ([index, score, member]: Member) => connection.write("ZADD", index, score, member)
  const dropMember: Indexes["dropMember"] = (model, by, member) => {
    const { key, nonce } = readMember(by, member)
    const [bucket, ordered] = [pickBucket(by, key), memberText(by, key, nonce)]
    return Promise.all([
      connection.write("ZREM", keys.order(model, by, bucket), ordered),
      // Members of earlier versions do not name the user.
      schema.models[model].expiry && connection.write("ZREM", keys.expiry(model, bucket), member, ordered),
    ])
  }
  const dropEmail: Indexes["dropEmail"] = (email, nonce) =>
    dropMember("user", ["email"], memberText(["email"], { email }, nonce))

  return {
    add: (model, row, nonce) => Promise.all(listMembers(model, row, nonce).map(add)),
    drop: (model, row, nonce) =>
      Promise.all([
        dropMember(model, primary(model), expiryText(primary(model), row, nonce)),
        ...(model === "user" && typeof row["email"] === "string" ? [dropEmail(row["email"], nonce)] : []),
      ]),
    addEmail: (email, nonce) => add(emailMember(email, nonce)),
    dropEmail,
    dropMember,
    expire: (model, row, nonce, member) =>
      Promise.all(
        expiryMembers(model, row, nonce).map(async (correct) => {
          await add(correct)
          if (member !== undefined && member !== correct[2])
            await connection.write("ZREM", correct[0], member)
        }),
      ),
  }
}

export function pickBucket(by: readonly string[], row: Readonly<Row>): number {
  let hash = 0
  for (const character of joinKey(by, row)) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) | 0
  return Math.abs(hash % bucketCount)
}

/** The numbers of all buckets of an index. */
export const buckets: readonly number[] = Array.from({ length: bucketCount }, (_, bucket) => bucket)

/** The position after all members of a key. */
export const afterKey = (by: readonly string[], key: Key): string => `(${joinKey(by, key)}\0${last}`

/** Returns a function that reads the first members from a position, from all buckets of an index. */
export const createMembers =
  ({ keys, connection }: RedisParts): ReadMembers =>
  async (model, page, from) => {
    const range = toRange(page, from)
    const replies = await Promise.all(
      buckets.map((bucket) => connection.read("ZRANGEBYLEX", keys.order(model, page.by, bucket), ...range)),
    )
    return (replies.flat() as string[]).sort(compareBytes).slice(0, page.limit)
  }
