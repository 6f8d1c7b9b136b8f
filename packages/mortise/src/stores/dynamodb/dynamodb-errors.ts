/**
 * Diagnoses a failed request. The service names its errors. A name that is not in the table, such as that of a lost
 * connection, says nothing about what was applied: then a read is repeated, and a write is repeated with the same token.
 * Messages of the service can contain values, so only names are passed on.
 */
import { type ErrorCode, MortiseError } from "../../contract/errors.ts"
import { connectionProblem, wasNeverSent } from "../../shared/connection-failures.ts"
import { showCause } from "../../shared/console.ts"
import { mortise } from "../../shared/mortise-command.ts"
import type { Item } from "./dynamodb-client.ts"

type Meaning = readonly [code: ErrorCode, message: string]

const busy: Meaning = ["transient", "DynamoDB was busy and changed nothing: try again."]
const denied: Meaning = [
  "unavailable",
  "DynamoDB refused these credentials: check them, their Region, and that their policy allows GetItem, BatchGetItem, Query, Scan, PutItem, UpdateItem, DeleteItem and ConditionCheckItem on the table.",
]

const meanings: Readonly<Record<string, Meaning>> = {
  ProvisionedThroughputExceededException: busy,
  ThrottlingException: busy,
  RequestLimitExceeded: busy,
  TransactionConflictException: busy,
  TransactionCanceledException: busy,
  ResourceInUseException: busy,
  ContinuousBackupsUnavailableException: busy,
  ResourceNotFoundException: [
    "not_migrated",
    `The table does not exist in this account and Region: run ${mortise} migrate, or check the option table.`,
  ],
  AccessDeniedException: denied,
  UnrecognizedClientException: denied,
  InvalidSignatureException: denied,
  IncompleteSignatureException: denied,
  MissingAuthenticationTokenException: denied,
  ExpiredTokenException: denied,
  CredentialsProviderError: denied,
  ValidationException: [
    "not_migrated",
    "DynamoDB refused the request: the table needs the partition key pk and the sort key sk, both texts. Nothing was changed.",
  ],
}

type Failure = {
  readonly name?: string
  readonly $metadata?: { readonly attempts?: number }
  readonly CancellationReasons?: readonly Reason[]
}

/** Why a transaction was cancelled, for one of its items. */
export type Reason = { readonly Code?: string; readonly Item?: Item }

const isRefused = ({ Code }: Reason): boolean => Code === "ConditionalCheckFailed"

/** The reasons of a transaction that was cancelled because a condition failed. */
export function readRefusals(error: unknown): readonly Reason[] | undefined {
  const { CancellationReasons: reasons } = Object(error) as Failure
  return reasons?.some(isRefused) ? reasons : undefined
}

/** The indexes of the items whose condition failed, with the items that were stored instead. */
export const listRefused = (
  reasons: readonly Reason[],
): (readonly [index: number, existing: Item | undefined])[] =>
  reasons.flatMap((reason, index) => (isRefused(reason) ? [[index, reason.Item] as const] : []))

/** Whether a failed write is certain not to have been applied. The SDK repeats requests by itself. */
export function wasNotApplied(error: unknown): boolean {
  if (error instanceof MortiseError) return error.code !== "indeterminate" && error.code !== "transient"
  const { name = "", $metadata } = Object(error) as Failure
  return ($metadata?.attempts ?? 1) <= 1 && (Object.hasOwn(meanings, name) || wasNeverSent(error))
}

/** Turns the error of a client into a `MortiseError` that contains no value. */
export function toDynamodbError(error: unknown): MortiseError {
  if (error instanceof MortiseError) return error
  showCause(error)
  const { name = "Error" } = Object(error) as Failure
  const cause = new Error(name)
  const meaning = Object.hasOwn(meanings, name) ? meanings[name] : undefined
  if (meaning) return new MortiseError(meaning[0], meaning[1], { cause })
  if (wasNeverSent(error))
    return new MortiseError(
      "unavailable",
      `DynamoDB cannot be reached. ${connectionProblem(error) ?? "Check the Region and the endpoint of the client."}`,
      { cause },
    )
  return new MortiseError("transient", "The answer of DynamoDB was lost: try again.", { cause })
}

/** The error of a write that may have been applied. */
export const indeterminate = (cause: unknown): MortiseError =>
  new MortiseError(
    "indeterminate",
    "The answer of DynamoDB was lost, so the change may have been applied: check before you repeat it.",
    { cause },
  )
