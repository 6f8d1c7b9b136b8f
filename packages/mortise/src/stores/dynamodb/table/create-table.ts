import { MortiseError } from "../../../contract/errors.ts"
import { withRetry } from "../../../operations/retry.ts"
import type { Answers, Api, DynamodbClient, RequestName, TableDescription } from "../dynamodb-client.ts"
import { toApi } from "../dynamodb-client.ts"
import { toDynamodbError } from "../dynamodb-errors.ts"
import { ttlAttribute } from "../row-items.ts"
import type { DynamodbTableSettings } from "./table-settings.ts"

/** A request that changes the table, and why it is needed. */
export type TableStep = { readonly statement: string; readonly why: string }

type NamedSettings = DynamodbTableSettings & { readonly table?: string }

/**
 * Creates the table, unless it exists, and turns on what it lacks: the deletion of expired items, and point-in-time
 * recovery. It can be run at every start. Returns what was done.
 *
 * @example
 * ```ts no-run: needs an account
 * import { DynamoDB } from "@aws-sdk/client-dynamodb"
 * import { createDynamodbTable } from "mortise/dynamodb"
 *
 * await createDynamodbTable(new DynamoDB({}), { table: "auth" })
 * ```
 */
export const createDynamodbTable = (
  client: DynamodbClient,
  settings: NamedSettings = {},
): Promise<readonly TableStep[]> => prepareTable(toApi(client), settings, false)

type Step = TableStep & { run(): Promise<unknown> }

/** Returns what the table lacks, and unless this is a dry run, adds it. */
export async function prepareTable(
  api: Api,
  { table = "mortise", ...settings }: NamedSettings,
  isDryRun: boolean,
): Promise<readonly TableStep[]> {
  const existing = await describeTable(api, table)
  const steps = [
    ...(existing ? [] : [createStep(api, table, settings)]),
    ...(await listMissingSettings(api, table, settings, existing)),
  ]
  if (!isDryRun) for (const step of steps) await call(step.run)
  return steps.map(({ statement, why }) => ({ statement, why }))
}

async function listMissingSettings(
  api: Api,
  table: string,
  { pointInTimeRecovery = true }: DynamodbTableSettings,
  existing: TableDescription | undefined,
): Promise<Step[]> {
  const { ttl, recovery } = existing ? await readTableSettings(api, table) : { ttl: false, recovery: false }
  const steps: Step[] = []
  if (ttl === false) {
    const input = {
      TableName: table,
      TimeToLiveSpecification: { AttributeName: ttlAttribute, Enabled: true },
    }
    steps.push(toStep(api, "updateTimeToLive", input, "DynamoDB deletes expired rows without cost."))
  }
  if (pointInTimeRecovery && recovery === false) {
    const specification = { PointInTimeRecoveryEnabled: true }
    const input = { TableName: table, PointInTimeRecoverySpecification: specification }
    steps.push(toStep(api, "updateContinuousBackups", input, "The table can be restored to any second."))
  }
  return steps
}

function createStep(api: Api, table: string, settings: DynamodbTableSettings): Step {
  const { provisioned, encryptionKey, deletionProtection = true } = settings
  const input = {
    TableName: table,
    AttributeDefinitions: ["pk", "sk"].map((name) => ({ AttributeName: name, AttributeType: "S" })),
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    DeletionProtectionEnabled: deletionProtection,
    ...(provisioned
      ? {
          BillingMode: "PROVISIONED",
          ProvisionedThroughput: {
            ReadCapacityUnits: provisioned.readUnits,
            WriteCapacityUnits: provisioned.writeUnits,
          },
        }
      : { BillingMode: "PAY_PER_REQUEST" }),
    ...(encryptionKey !== undefined && {
      SSESpecification: {
        Enabled: true,
        SSEType: "KMS",
        ...(encryptionKey !== "aws" && { KMSMasterKeyId: encryptionKey }),
      },
    }),
  }
  const step = toStep(api, "createTable", input, "The table does not exist.")
  return { ...step, run: () => step.run().then(() => untilActive(api, table)) }
}

const toStep = (api: Api, name: RequestName, input: object, why: string): Step => ({
  statement: `${name} ${JSON.stringify(input)}`,
  why,
  // Another process may have done the same.
  run: () => api.send(name, input).catch(ignoreDone),
})

function ignoreDone(error: unknown): void {
  const { name, message = "" } = Object(error) as { name?: string; message?: string }
  // DynamoDB Local has no backups.
  const isDone = name === "ResourceInUseException" || name === "UnknownOperationException"
  if (!isDone && !/already enabled/.test(message)) throw error
}

const pauseMs = 500
const patienceMs = 120_000

async function untilActive(api: Api, table: string): Promise<void> {
  for (let waited = 0; waited < patienceMs; waited += pauseMs) {
    if ((await describeTable(api, table))?.TableStatus === "ACTIVE") return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  throw new MortiseError("transient", "The table is still being created: run this again.")
}

/** Describes the table; undefined if it does not exist. */
export async function describeTable(api: Api, table: string): Promise<TableDescription | undefined> {
  try {
    return (await call(() => api.send("describeTable", { TableName: table }))).Table
  } catch (error) {
    if (error instanceof MortiseError && error.code === "not_migrated") return undefined
    throw error
  }
}

/** Whether settings of the table are on; undefined if these credentials may not read them. */
export async function readTableSettings(api: Api, table: string) {
  const input = { TableName: table }
  const ask = async <Name extends RequestName>(name: Name): Promise<Answers[Name] | undefined> =>
    api.send(name, input).catch(() => undefined)
  const [live, backups] = await Promise.all([ask("describeTimeToLive"), ask("describeContinuousBackups")])
  const { TimeToLiveStatus, AttributeName } = live?.TimeToLiveDescription ?? {}
  const status =
    backups?.ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus
  return {
    ttl: live && (/^ENABL/.test(TimeToLiveStatus ?? "") ? AttributeName === ttlAttribute : false),
    recovery: backups && status === "ENABLED",
  }
}

// A new table has no backups for some seconds.
const call = async <T>(run: () => Promise<T>): Promise<T> =>
  withRetry(run, (answer) => answer, toDynamodbError, { retryMs: patienceMs })
