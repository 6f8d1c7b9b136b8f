import type { MortiseAdapter } from "../../contract/adapter.ts"
import { defaultSchema } from "../../contract/build-schema.ts"
import { checkOptionNames } from "../../contract/check-options.ts"
import type { ExtraFields, Schema } from "../../contract/schema.ts"
import type { Tenanted } from "../../contract/tenants.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { type AdapterOptions, createAdapter, sharedOptionNames } from "../../operations/create-adapter.ts"
import { createTimeLimit, type TimedCall, toTimeoutMs } from "../../operations/deadline.ts"
import { timedStore } from "../../operations/timed-store.ts"
import { warningsTo } from "../../shared/console.ts"
import { perClient } from "../../shared/per-client.ts"
import { type DynamodbClient, toApi } from "./dynamodb-client.ts"
import { openDynamodb } from "./dynamodb-store.ts"
import { createRequests, type DynamodbRequest } from "./requests.ts"
import type { DynamodbTableSettings } from "./table/table-settings.ts"

export type { DynamodbClient } from "./dynamodb-client.ts"
export type { DynamodbRequest } from "./requests.ts"
export { createDynamodbTable } from "./table/create-table.ts"
export type { DynamodbTableSettings } from "./table/table-settings.ts"

/** The options of `dynamodbAdapter`. */
export type DynamodbOptions<X extends ExtraFields = object, Tenants extends boolean = false> = AdapterOptions<
  X,
  Tenants
> & {
  /** The name of the table. Default: `mortise`. */
  readonly table?: string
  /** How `mortise migrate` creates the table. */
  readonly tableSettings?: DynamodbTableSettings
  /**
   * Seconds for each call, including retries. After that, a read fails as `transient` and a write as `indeterminate`, its
   * requests are aborted, and the call sends nothing more. Default: none.
   */
  readonly timeoutSeconds?: number
  /** Called after each answer, with the capacity units that the service counted. */
  readonly onRequest?: (request: DynamodbRequest) => void
}

const roundTrips = { insert: 1, find: 2, list: 3, findWithUser: 2, update: 3, take: 3, removeUser: 6 }

/**
 * Makes an adapter for Amazon DynamoDB through the `DynamoDB` of `@aws-sdk/client-dynamodb`. All rows are in one table.
 *
 * @example
 * ```ts no-run: needs a table
 * import { DynamoDB } from "@aws-sdk/client-dynamodb"
 * import { dynamodbAdapter } from "mortise/dynamodb"
 *
 * const adapter = dynamodbAdapter(new DynamoDB({}), { table: "auth" })
 * ```
 */
export function dynamodbAdapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  client: DynamodbClient,
  options: DynamodbOptions<X, Tenants> = {},
): Tenanted<Tenants, MortiseAdapter<X>> {
  const ownOptionNames = ["table", "tableSettings", "timeoutSeconds", "onRequest"]
  checkOptionNames("dynamodbAdapter", options, [...sharedOptionNames, ...ownOptionNames])
  const api = toApi(client)
  const { table = "mortise", onRequest, tableSettings, timeoutSeconds } = options
  const schema: Schema = options.schema ?? defaultSchema()
  checkSchema(schema)
  if (!/^[\w.-]{3,255}$|^arn:/.test(table))
    throwInvalid("`table` must be a name of 3 to 255 letters, digits, `_`, `-` and `.`, or an ARN.")
  const onWarning = warningsTo(options.onWarning)
  const timeoutMs = toTimeoutMs(timeoutSeconds)
  const open = (tenant?: string) => {
    const openFor = (call?: TimedCall) =>
      openDynamodb({ schema, onWarning, requests: createRequests(api, { table, onRequest, call }) }, tenant)
    return timeoutMs === undefined ? openFor() : timedStore(timeoutMs, openFor)
  }
  const definition = {
    name: "dynamodb",
    open,
    owner: findOwner(client, table),
    removal: "fenced",
    durability: "replicated",
    roundTrips: { ...roundTrips, insert: schema.ids === "serial" ? 2 : 1 },
    engine: { name: "dynamodb", lookups: "row_then_user", counts: "upper_bound" },
    timeLimit: createTimeLimit(timeoutSeconds),
    tools: {
      checkServer: async () => (await import("./table/check-table.ts")).checkTable(api, table),
      readPlace: async () => `table ${table} in ${(await api.readRegion()) ?? "an unknown Region"}`,
      createStorage: async (isDryRun: boolean) =>
        (await import("./table/create-table.ts")).prepareTable(api, { table, ...tableSettings }, isDryRun),
    },
  } as const
  return createAdapter(definition, options)
}

const ownersByTable = perClient((_client: DynamodbClient) => new Map<string, object>())

/** What all adapters with the same table have in common. */
function findOwner(client: DynamodbClient, table: string): object {
  const owners = ownersByTable(client)
  const owner = owners.get(table) ?? {}
  owners.set(table, owner)
  return owner
}

function checkSchema({ email, preset }: Schema): void {
  if (email === "legacy")
    throwInvalid('DynamoDB finds an email by its exact key: remove email: "legacy" from defineSchema.')
  if (preset) throwInvalid(`The preset ${preset} describes SQL tables: remove it from defineSchema.`)
}
