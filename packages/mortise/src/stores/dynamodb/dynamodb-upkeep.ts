import type { ModelName } from "../../contract/models.ts"
import type { Row } from "../../contract/rows.ts"
import type { StorePage, StoreUpkeep } from "../../operations/store.ts"
import { compareBytes } from "../../shared/bytes.ts"
import { planTake } from "./change-rows.ts"
import type { Answers, Condition, Item, ItemKey } from "./dynamodb-client.ts"
import type { WriteParts } from "./insert-rows.ts"
import { keyAttributes, readText } from "./layout.ts"
import { type StoredRow, toStoredRow } from "./row-items.ts"

/**
 * Paging, counting and sweeping by scans of the whole table, in the order of its partitions. Users by email are read from
 * the index in the order of the addresses.
 */
export function createUpkeep(parts: WriteParts): StoreUpkeep {
  const { layout, requests, removal } = parts
  return {
    page: (model, options) =>
      options.prefix === undefined ? pageByKey(parts, model, options) : pageByEmail(parts, options),

    async count(model) {
      let count = 0
      for await (const page of scan(parts, model, { Select: "COUNT" })) count += page.Count ?? 0
      return count
    },

    sweep: (model, now, limit) => sweepRows(parts, model, now, limit),

    async settle(limit) {
      const input = {
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": { S: layout.removals } },
        Limit: limit,
      }
      const { Items = [] } = await requests.read("query", input)
      for (const { id } of Items) await removal.finish(readText(id))
      return Items.length
    },
  }
}

/** Scans the table for the rows of a model, a page of the service at a time. */
async function* scan(
  { layout, requests }: WriteParts,
  model: ModelName,
  input: { readonly Select?: "COUNT"; readonly Limit?: number },
  after?: ItemKey,
  also?: Condition,
): AsyncGenerator<Answers["scan"]> {
  const conditions = ["m = :m", "begins_with(pk, :start)", ...(also ? [also.ConditionExpression] : [])]
  let start: Item | undefined = after && keyAttributes(after)
  do {
    const page: Answers["scan"] = await requests.read("scan", {
      ...input,
      FilterExpression: conditions.join(" AND "),
      ...(also && { ExpressionAttributeNames: also.ExpressionAttributeNames }),
      ExpressionAttributeValues: {
        ":m": { S: model },
        ":start": { S: layout.rowStart(model) },
        ...also?.ExpressionAttributeValues,
      },
      ...(start && { ExclusiveStartKey: start }),
    })
    yield page
    start = page.LastEvaluatedKey
  } while (start)
}

// A scan reads this many items at a time, of all models.
const Limit = 1000

async function pageByKey(parts: WriteParts, model: ModelName, { after, limit }: StorePage): Promise<Row[]> {
  const { schema, layout, lookups } = parts
  const rows: Row[] = []
  for await (const { Items = [] } of scan(
    parts,
    model,
    { Limit },
    after && (await layout.row(model, after)),
  )) {
    const stored = Items.flatMap((item) => toStoredRow(schema.models[model], item) ?? [])
    rows.push(...(await lookups.filterVisible(model, stored)).map(({ row }) => row))
    if (rows.length >= limit) break
  }
  return rows.slice(0, limit)
}

async function pageByEmail(parts: WriteParts, { after, limit, prefix = "" }: StorePage): Promise<Row[]> {
  const rows: Row[] = []
  let last = after?.["email"]
  // A start outside the prefix is refused by the service.
  if (last !== undefined && !last.startsWith(prefix)) {
    if (compareBytes(last, prefix) > 0) return []
    last = undefined
  }
  for (;;) {
    const indexes = await readIndexes(parts, prefix, last, limit - rows.length)
    const users = await Promise.all(indexes.map(({ id }) => parts.lookups.readUser(readText(id))))
    for (const [position, user] of users.entries())
      if (user?.row["email"] === readText(indexes[position]?.["sk"])) rows.push(user.row)
    if (indexes.length === 0 || rows.length >= limit) return rows
    last = readText(indexes.at(-1)?.["sk"])
  }
}

/** The first indexes of emails after an address, from all partitions. */
async function readIndexes(
  { layout, requests }: WriteParts,
  prefix: string,
  after: string | undefined,
  limit: number,
): Promise<Item[]> {
  const pages = await Promise.all(
    layout.emailPartitions().map((pk) =>
      requests.read("query", {
        KeyConditionExpression: prefix ? "pk = :pk AND begins_with(sk, :prefix)" : "pk = :pk",
        ExpressionAttributeValues: { ":pk": { S: pk }, ...(prefix && { ":prefix": { S: prefix } }) },
        Limit: limit,
        ...(after !== undefined && { ExclusiveStartKey: keyAttributes({ pk, sk: after }) }),
      }),
    ),
  )
  const items = pages.flatMap(({ Items = [] }) => Items)
  return items.sort((a, b) => compareBytes(readText(a["sk"]), readText(b["sk"]))).slice(0, limit)
}

async function sweepRows(parts: WriteParts, model: ModelName, now: Date, limit: number): Promise<number> {
  const described = parts.schema.models[model]
  const isExpired: Condition = {
    ConditionExpression: "r.#expiry <= :now",
    ExpressionAttributeNames: { "#expiry": described.expiry as string },
    ExpressionAttributeValues: { ":now": { N: String(now.getTime()) } },
  }
  const removeRows = async (stored: readonly StoredRow[]): Promise<number> => {
    const plans = await Promise.all(stored.map((row) => planTake(parts, described, row)))
    return parts.removal.removeGroups(plans.map((plan) => plan.map(({ write }) => write)))
  }
  let removed = 0
  for await (const { Items = [] } of scan(parts, model, { Limit }, undefined, isExpired)) {
    const stored = Items.flatMap((item) => toStoredRow(described, item) ?? [])
    removed += await removeRows(stored.slice(0, limit - removed))
    if (removed >= limit) break
  }
  return removed
}
