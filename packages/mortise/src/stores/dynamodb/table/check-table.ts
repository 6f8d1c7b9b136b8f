import type { DynamodbFaultCode, ServerFinding, Severity } from "../../../contract/server-finding.ts"
import { mortise } from "../../../shared/mortise-command.ts"
import type { Api, TableDescription } from "../dynamodb-client.ts"
import { describeTable, readTableSettings } from "./create-table.ts"

/** Checks the table and its settings, for `inspect` and `mortise doctor`. */
export async function checkTable(api: Api, table: string): Promise<readonly ServerFinding[]> {
  const description = await describeTable(api, table)
  if (!description)
    return [
      toFinding(
        "no_table",
        "error",
        `The table ${table} does not exist in this account and Region: run ${mortise} migrate.`,
      ),
    ]
  const { ttl, recovery } = await readTableSettings(api, table)
  const isUnknown = ttl === undefined || recovery === undefined
  return [
    ...checkDescription(description),
    ...(ttl === false ? [noTtl] : []),
    ...(recovery === false ? [noRecovery] : []),
    ...(isUnknown ? [unknownSettings] : []),
  ]
}

function checkDescription(table: TableDescription): ServerFinding[] {
  const key = table.KeySchema?.map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`).join()
  const findings: ServerFinding[] = []
  if (key !== "pk HASH,sk RANGE") findings.push(wrongKey)
  if ((table.Replicas?.length ?? 0) > 0)
    findings.push(table.MultiRegionConsistency === "STRONG" ? noTransactions : severalRegions)
  if (table.DeletionProtectionEnabled === false) findings.push(noProtection)
  return findings
}

const toFinding = (code: DynamodbFaultCode, severity: Severity, why: string): ServerFinding => ({
  code,
  severity,
  why,
})

const wrongKey = toFinding(
  "wrong_table_key",
  "error",
  `The table needs the partition key pk and the sort key sk, both texts: use another table, which ${mortise} migrate creates.`,
)
const noTransactions = toFinding(
  "no_transactions",
  "error",
  "This is a global table with strong consistency across Regions, which has no transactions, so every write fails: use one Region, or eventual consistency.",
)
const severalRegions = toFinding(
  "several_regions",
  "warning",
  "This is a global table: guarantees hold between calls in one Region only, and of two writes at the same time in two Regions, one is lost. Fix: write in one Region.",
)
const noTtl = toFinding(
  "no_ttl",
  "warning",
  `Expired rows stay in the table until ${mortise} sweep reads all of it. Fix: run ${mortise} migrate, which turns on the time to live of the attribute ttl.`,
)
const noRecovery = toFinding(
  "no_recovery",
  "warning",
  `Point-in-time recovery is off, so what is deleted by mistake cannot be restored. Fix: run ${mortise} migrate.`,
)
const noProtection = toFinding(
  "no_deletion_protection",
  "warning",
  "The table can be deleted by one request. Fix: turn on deletion protection.",
)
const unknownSettings = toFinding(
  "unknown_settings",
  "warning",
  "Unknown, because these credentials may not read them: time to live and point-in-time recovery. Allow dynamodb:DescribeTimeToLive and dynamodb:DescribeContinuousBackups, and check again.",
)
