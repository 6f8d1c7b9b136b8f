import { throwInvalid } from "../../contract/throw-invalid.ts"

/** A `DynamoDB` of @aws-sdk/client-dynamodb, whose methods take plain objects. */
export type DynamodbClient = { readonly [Name in RequestName]: (...args: never[]) => unknown }

/** An attribute, as far as this store uses its types. */
export type Attribute = {
  readonly S?: string | undefined
  readonly N?: string | undefined
  readonly M?: Readonly<Record<string, Attribute>> | undefined
}

export type Item = Readonly<Record<string, Attribute>>

/** The primary key of an item. */
export type ItemKey = { readonly pk: string; readonly sk: string }

/** A condition, and the names and values in it. */
export type Condition = {
  readonly ConditionExpression: string
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: Item
}

type Reads = {
  getItem: { Item?: Item | undefined }
  batchGetItem: {
    Responses?: Readonly<Record<string, readonly Item[]>> | undefined
    UnprocessedKeys?: Readonly<Record<string, unknown>> | undefined
  }
  query: { Items?: readonly Item[] | undefined; LastEvaluatedKey?: Item | undefined }
  scan: {
    Items?: readonly Item[] | undefined
    Count?: number | undefined
    LastEvaluatedKey?: Item | undefined
  }
}

type Writes = {
  transactWriteItems: unknown
  updateItem: { Attributes?: Item | undefined }
}

/** The description of a table. */
export type TableDescription = {
  readonly TableStatus?: string | undefined
  readonly KeySchema?:
    | readonly { AttributeName?: string | undefined; KeyType?: string | undefined }[]
    | undefined
  readonly DeletionProtectionEnabled?: boolean | undefined
  readonly Replicas?: readonly unknown[] | undefined
  readonly MultiRegionConsistency?: string | undefined
}

type TableCalls = {
  createTable: unknown
  describeTable: { Table?: TableDescription | undefined }
  describeTimeToLive: {
    TimeToLiveDescription?:
      | { TimeToLiveStatus?: string | undefined; AttributeName?: string | undefined }
      | undefined
  }
  updateTimeToLive: unknown
  describeContinuousBackups: {
    ContinuousBackupsDescription?:
      | {
          PointInTimeRecoveryDescription?: { PointInTimeRecoveryStatus?: string | undefined } | undefined
        }
      | undefined
  }
  updateContinuousBackups: unknown
}

/** The answers of all requests by their names. */
export type Answers = Reads & Writes & TableCalls
export type RequestName = keyof Answers
export type ReadName = keyof Reads

/** A client as this store calls it: the signal ends the request. */
export type Api = {
  send<Name extends RequestName>(name: Name, input: object, signal?: AbortSignal): Promise<Answers[Name]>
  readRegion(): Promise<string | undefined>
}

/** The client as this store calls it; throws `invalid` for anything else. */
export function toApi(client: DynamodbClient): Api {
  if (typeof (Object(client) as Partial<DynamodbClient>).transactWriteItems !== "function")
    throwInvalid(
      "dynamodbAdapter takes a DynamoDB of @aws-sdk/client-dynamodb, not a DynamoDBClient: dynamodbAdapter(new DynamoDB({})).",
    )
  const methods = client as unknown as Methods
  return {
    send: <Name extends RequestName>(name: Name, input: object, signal?: AbortSignal) =>
      methods[name](input, ...(signal ? [{ abortSignal: signal }] : [])) as Promise<Answers[Name]>,
    readRegion: async () => methods.config?.region?.(),
  }
}

type Methods = {
  readonly [Name in RequestName]: (
    input: object,
    options?: { readonly abortSignal: AbortSignal },
  ) => Promise<unknown>
} & { readonly config?: { region?(): Promise<string> } }
