import { errorContext } from "../../errors/error-context.ts"
import type { Ends } from "../../transactions/interactive.ts"
import { endsConnection } from "./ends-connection.ts"
import { violation } from "./violation.ts"

/**
 * How a transaction ends on MySQL and MariaDB. After a deadlock, the server has rolled back the whole transaction, and
 * would commit each further statement on its own. After a lock timeout, that depends on a setting.
 */
export const mysqlEnds: Ends = {
  endsOnError: false,
  endsTransaction: (error) => endsConnection(error) || isTransient(error),
  isRetried: (error) =>
    (endsConnection(error) || isTransient(error)) && errorContext(error).code !== "unavailable",
}

const isTransient = (error: unknown): boolean => {
  const meaning = violation(error)
  return meaning !== undefined && "code" in meaning && meaning.code === "transient"
}
