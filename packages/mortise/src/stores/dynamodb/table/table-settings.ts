/** How a table is created. */
export type DynamodbTableSettings = {
  /** Fixed capacity units instead of payment per request. */
  readonly provisioned?: { readonly readUnits: number; readonly writeUnits: number }
  /** The KMS key that encrypts the table: its ARN, or `aws` for the key that AWS manages. Default: a key of DynamoDB. */
  readonly encryptionKey?: string
  /** Whether the table can be restored to any second of the last 35 days. Default: true. */
  readonly pointInTimeRecovery?: boolean
  /** Whether the table can be deleted only after this protection is removed. Default: true. */
  readonly deletionProtection?: boolean
}
