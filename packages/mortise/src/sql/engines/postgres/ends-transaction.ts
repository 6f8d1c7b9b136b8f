import { wasRefusedTransaction } from "../../../shared/connection-failures.ts"
import { errorContext } from "../../errors/error-context.ts"
import type { Ends } from "../../transactions/interactive.ts"
import { endsConnection } from "./ends-connection.ts"

/**
 * How a transaction ends on PostgreSQL. A lost connection is retried, but not if there was none, or if a pooler allows no
 * transactions.
 */
export const postgresEnds: Ends = {
  endsOnError: true,
  endsTransaction: endsConnection,
  isRetried: (error) =>
    endsConnection(error) && errorContext(error).code !== "unavailable" && !wasRefusedTransaction(error),
}
