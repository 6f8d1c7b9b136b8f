/**
 * The items of the table, by their partition key and sort key. `p` is the tenant, or nothing.
 *
 * - `pu#=id`, `#`: a user. While it is removed, it has `gone` instead of the row.
 * - `pu#=id`, `s#=token`: a pointer to a session of this user, `a#…` to an account, `c#…` to a passkey.
 * - `ps#=token`, `#`: a session; `pa#…` an account, `pc#…` a passkey, `pk#…` a slot.
 * - `pt#=identifier`, `=token`: a verification token.
 * - `pe#07`, `ada@example.com`: the index of an email, in one of 16 partitions by its hash.
 * - `pd`, `=id`: a removal that is not finished. `pn`, `#`: the counter of generated ids.
 *
 * A name of more than 900 bytes is replaced by its SHA-256 after `~`, because a sort key has at most 1,024.
 */
import type { ModelName } from "../../contract/models.ts"
import type { Key, Row } from "../../contract/rows.ts"
import type { Model, Schema } from "../../contract/schema.ts"
import { joinKey } from "../../operations/rows/join-key.ts"
import { modelLetters } from "../../operations/rows/model-letters.ts"
import { utf8 } from "../../shared/bytes.ts"
import { fastSha256 } from "../../shared/fast-sha256.ts"
import type { Attribute, Item, ItemKey } from "./dynamodb-client.ts"

/** The sort key of an item that is alone in its partition, or of a user. It sorts before all pointers. */
const alone = "#"
const longestName = 900
const emailBuckets = 16

/** Names the items of a tenant, or of an adapter without tenants. */
export type Layout = ReturnType<typeof createLayout>

export function createLayout({ models }: Schema, tenant: string | undefined) {
  const prefix = tenant === undefined ? "" : `@${tenant}/`

  const nameRow = async (model: ModelName, key: Key | Readonly<Row>): Promise<ItemKey> => {
    if (model === "verificationToken")
      return {
        pk: `${prefix}t#${await shorten(key["identifier"] as string)}`,
        sk: await shorten(key["token"] as string),
      }
    const text = joinKey(key, models[model].keys[0] ?? []) as string
    return { pk: `${prefix}${modelLetters[model]}#${await shorten(text)}`, sk: alone }
  }
  const nameUser = (id: string) => nameRow("user", { id })

  return {
    row: nameRow,
    user: nameUser,
    /** What the partition keys of a model's rows start with. */
    rowStart: (model: ModelName): string => `${prefix}${modelLetters[model]}#`,
    /** The partition of an identifier's tokens. */
    async tokens(identifier: string): Promise<string> {
      return `${prefix}t#${await shorten(identifier)}`
    },
    /** The pointer to a row in the partition of its user. */
    async pointer(owner: string, row: ItemKey): Promise<ItemKey> {
      return { pk: (await nameUser(owner)).pk, sk: row.pk.slice(prefix.length) }
    },
    /** What the sort keys of pointers to a model's rows start with. */
    pointerStart: (model: ModelName): string => `${modelLetters[model]}#`,
    /** The row that a pointer points to. */
    pointedRow: ({ sk }: ItemKey): ItemKey => ({ pk: prefix + sk, sk: alone }),
    email: (address: string): ItemKey => ({ pk: `${prefix}e#${bucketName(hashText(address))}`, sk: address }),
    emailPartitions: (): string[] =>
      Array.from({ length: emailBuckets }, (_, bucket) => `${prefix}e#${bucketName(bucket)}`),
    removals: `${prefix}d`,
    async removal(id: string): Promise<ItemKey> {
      return { pk: `${prefix}d`, sk: await shorten(id) }
    },
    serial: { pk: `${prefix}n`, sk: alone },
  }
}

const bucketName = (bucket: number): string => String(bucket).padStart(2, "0")

function hashText(text: string): number {
  let hash = 0
  for (const byte of utf8(text)) hash = (Math.imul(hash, 31) + byte) >>> 0
  return hash % emailBuckets
}

async function shorten(text: string): Promise<string> {
  const isShort = text.length * 3 <= longestName || utf8(text).length <= longestName
  return isShort ? `=${text}` : `~${await fastSha256(text)}`
}

/** A model whose rows have a pointer in the partition of their user. */
export const hasPointer = ({ owner }: Model): boolean => owner?.mustExist === true

export const keyAttributes = ({ pk, sk }: ItemKey): Item => ({ pk: { S: pk }, sk: { S: sk } })

export const readKey = ({ pk, sk }: Item): ItemKey => ({ pk: readText(pk), sk: readText(sk) })

export const readText = (attribute: Attribute | undefined): string => attribute?.S ?? ""
