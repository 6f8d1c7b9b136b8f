import type { TimedCall } from "../../operations/deadline.ts"
import { type RetryOptions, withRetry } from "../../operations/retry.ts"
import type { Answers, Api, Condition, Item, ItemKey, ReadName, RequestName } from "./dynamodb-client.ts"
import {
  indeterminate,
  type Reason,
  readRefusals,
  toDynamodbError,
  wasNotApplied,
} from "./dynamodb-errors.ts"
import { keyAttributes, readKey } from "./layout.ts"

/** A request that was answered, with the units that the service counted. */
export type DynamodbRequest = {
  readonly name: string
  readonly readUnits: number
  readonly writeUnits: number
}

/** Called after each answer. */
export type OnRequest = (request: DynamodbRequest) => void

/** One item of a transaction. */
export type Write =
  | ({ readonly put: Item } & Partial<Condition>)
  | ({ readonly remove: ItemKey } & Partial<Condition>)
  | ({ readonly check: ItemKey } & Condition)

/** The requests to one table. Reads are strongly consistent. */
export type Requests = {
  get(key: ItemKey): Promise<Item | undefined>
  /** The items that exist, in no order. */
  getAll(keys: readonly ItemKey[]): Promise<Item[]>
  read<Name extends ReadName>(name: Name, input: object): Promise<Answers[Name]>
  /** All items of a query, a page of the service at a time. */
  query(input: object): AsyncGenerator<readonly Item[]>
  /** Writes all or nothing; returns the reasons if a condition failed. A lost answer is asked for again. */
  transact(writes: readonly Write[]): Promise<readonly Reason[] | undefined>
  /** Adds one to the number of an item, and returns it. */
  increment(key: ItemKey): Promise<string>
}

type RequestOptions = {
  readonly table: string
  readonly onRequest: OnRequest | undefined
  /** The call with a deadline that makes the requests. */
  readonly call?: TimedCall | undefined
}

const itemsPerBatch = 100

export function createRequests(api: Api, options: RequestOptions): Requests {
  const { table, call } = options
  const send = createSend(api, options)
  const retryOptions: RetryOptions = call ? { retryMs: call.retryMs } : {}

  const retry = async <T>(work: () => Promise<T>): Promise<T> =>
    withRetry(work, (answer) => answer, toDynamodbError, retryOptions)

  const read: Requests["read"] = (name, input) =>
    retry(() => send(name, { TableName: table, ConsistentRead: true, ...input }, false))

  const getBatch = async (keys: readonly ItemKey[]): Promise<Item[]> => {
    const items: Item[] = []
    let requested: unknown = { [table]: { Keys: keys.map(keyAttributes), ConsistentRead: true } }
    while (requested) {
      const input = { RequestItems: requested }
      const { Responses, UnprocessedKeys = {} } = await retry(() => send("batchGetItem", input, false))
      items.push(...(Responses?.[table] ?? []))
      requested = Object.keys(UnprocessedKeys).length > 0 ? UnprocessedKeys : undefined
    }
    return items
  }

  return {
    read,
    get: async (key) => (await read("getItem", { Key: keyAttributes(key) })).Item,

    async getAll(keys) {
      const batches: Promise<Item[]>[] = []
      for (let from = 0; from < keys.length; from += itemsPerBatch)
        batches.push(getBatch(keys.slice(from, from + itemsPerBatch)))
      return (await Promise.all(batches)).flat()
    },

    async *query(input) {
      let start: Item | undefined
      do {
        const page = await read("query", { ...input, ...(start && { ExclusiveStartKey: start }) })
        yield page.Items ?? []
        start = page.LastEvaluatedKey
      } while (start)
    },

    transact: createTransact(table, send, retryOptions),

    async increment(key) {
      const input = {
        TableName: table,
        Key: keyAttributes(key),
        UpdateExpression: "ADD n :one",
        ExpressionAttributeValues: { ":one": { N: "1" } },
        ReturnValues: "UPDATED_NEW",
      }
      // A number that was counted and lost is never used.
      const { Attributes } = await retry(() => send("updateItem", input, true))
      return Attributes?.["n"]?.N as string
    },
  }
}

type Send = ReturnType<typeof createSend>

const createTransact =
  (table: string, send: Send, retryOptions: RetryOptions): Requests["transact"] =>
  async (writes) => {
    const input = {
      TransactItems: writes.map((write) => toTransactItem(table, write)),
      ClientRequestToken: crypto.randomUUID(),
    }
    // Once an answer is lost, only an answer to the same token says what happened.
    let mayBeApplied = false
    const attempt = () =>
      send("transactWriteItems", input, true).then(
        () => undefined,
        (error) => readRefusals(error) ?? Promise.reject(error),
      )
    const translate = (error: unknown) => {
      mayBeApplied ||= !wasNotApplied(error)
      return toDynamodbError(error)
    }
    try {
      return await withRetry(attempt, (reasons) => reasons, translate, retryOptions)
    } catch (error) {
      throw mayBeApplied ? indeterminate(error) : error
    }
  }

/** Sends a request, with the deadline of its call, and reports its units. */
function createSend(api: Api, { call, onRequest }: RequestOptions) {
  return async <Name extends RequestName>(
    name: Name,
    input: object,
    isWrite: boolean,
  ): Promise<Answers[Name]> => {
    const counted = onRequest ? { ...input, ReturnConsumedCapacity: "TOTAL" } : input
    const answer = await (call
      ? call.follow(isWrite, ({ track }) => {
          const controller = new AbortController()
          track({ isSent: () => true, discard: () => controller.abort() })
          return api.send(name, counted, controller.signal)
        })
      : api.send(name, counted))
    onRequest?.({ name, ...readUnits(answer, isWrite) })
    return answer
  }
}

type Capacity = {
  readonly CapacityUnits?: number
  readonly ReadCapacityUnits?: number
  readonly WriteCapacityUnits?: number
}

function readUnits(answer: unknown, isWrite: boolean): Omit<DynamodbRequest, "name"> {
  const { ConsumedCapacity = [] } = Object(answer) as { ConsumedCapacity?: Capacity | readonly Capacity[] }
  const units = { readUnits: 0, writeUnits: 0 }
  for (const capacity of [ConsumedCapacity].flat()) {
    const { CapacityUnits = 0, ReadCapacityUnits, WriteCapacityUnits } = capacity
    units.readUnits += ReadCapacityUnits ?? (isWrite ? 0 : CapacityUnits)
    units.writeUnits += WriteCapacityUnits ?? (isWrite ? CapacityUnits : 0)
  }
  return units
}

function toTransactItem(table: string, write: Write): object {
  const shared = { TableName: table, ReturnValuesOnConditionCheckFailure: "ALL_OLD" }
  if ("put" in write) {
    const { put, ...condition } = write
    return { Put: { ...shared, Item: put, ...condition } }
  }
  if ("remove" in write) {
    const { remove, ...condition } = write
    return { Delete: { ...shared, Key: keyAttributes(remove), ...condition } }
  }
  const { check, ...condition } = write
  return { ConditionCheck: { ...shared, Key: keyAttributes(check), ...condition } }
}

/** The item that a write is about. */
export const writtenKey = (write: Write): ItemKey =>
  "put" in write ? readKey(write.put) : "remove" in write ? write.remove : write.check
